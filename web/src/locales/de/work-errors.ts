/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'Die Aufgabe wurde inzwischen erledigt, abgelehnt oder abgesagt, oder jemand anderes hat sie begonnen.',
  'reference-used':
    'Sie haben unter dieser Referenz schon eine andere Aufgabe gesendet. Wählen Sie eine andere Referenz.',
  'unknown-assignee': 'Die Person oder Gruppe, die das Formular bekommen soll, gibt es nicht.',
  'template-state':
    'Im jetzigen Status der Vorlage geht das nicht. Sie ist nicht veröffentlicht oder wurde archiviert.',
} as const;
