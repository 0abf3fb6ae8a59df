/** Refusals of assignments and of what they are made from, by code. */
export const workErrors = {
  'assignment-state':
    'Die Aufgabe wurde inzwischen erledigt, abgelehnt oder abgesagt, oder jemand anderes hat sie begonnen.',
  'reminded-already':
    'Daran wurde schon innerhalb eines Tages erinnert. Versuchen Sie es morgen wieder.',
  'nobody-reached':
    'Keine Mail erreicht diese Person oder Gruppe: Es gibt niemanden mit aktivem Zugang und E-Mail-Adresse.',
  'reference-used':
    'Sie haben unter dieser Referenz schon eine andere Aufgabe gesendet. Wählen Sie eine andere Referenz.',
  'unknown-assignee': 'Die Person oder Gruppe, die das Formular bekommen soll, gibt es nicht.',
  'template-state':
    'Im jetzigen Status der Vorlage geht das nicht. Sie ist nicht veröffentlicht oder wurde archiviert.',
  'rule-off': 'Schalten Sie die Regel zuerst ein.',
} as const;

/** Why a form is not that of the work that it was begun for, and why a rule can't be saved. */
export const workLosses = {
  'right-see-all': 'Sie brauchen das Recht, alle Formulare dieser Vorlage zu sehen.',
  'rule-webhook-admin': 'Nur ein Admin kann eine Regel speichern, die einen Webhook aufruft.',
  'rule-form-ended': 'Ein abgeschlossenes Formular kann niemand weitergeben.',
  'rule-order': 'Die Regeln haben sich geändert. Laden Sie sie neu.',
  'work-cancelled':
    'Diese Aufgabe wurde inzwischen abgesagt. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-declined':
    'Diese Aufgabe wurde inzwischen abgelehnt. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-begun':
    'Diese Aufgabe wurde inzwischen anderswo begonnen. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
  'work-assigned':
    'Diese Aufgabe wurde inzwischen weitergegeben. Ihre Eingaben sind in einem eigenen Formular erhalten, das nicht fällig wird.',
} as const;
