export const history = {
  formHistory: {
    createdFor: 'Erstellt für {{name}}',
    assignedTo: 'Zugewiesen an {{name}}',
    through: 'über die API',
    clockWrong:
      'Die Uhr des Geräts wurde vor dem Senden verstellt. Seine Zeit des Abschlusses ist geschätzt.',
    correctedWhat: '{{name}} hat „{{title}}“ korrigiert',
    correctedFrom: 'von {{from}} auf {{to}}',
    correctedNothing: 'keine Antwort',
    correctedHidden:
      'Das Formular blendet diese Frage gerade aus, deshalb sind auch ihre alten Antworten ausgeblendet.',
    correctedWhole: 'Ganze Antworten anzeigen',
    correctedOlder: 'Änderungen älterer Korrekturen anzeigen',
    correctedBefore: 'Vorher',
    correctedAfter: 'Nachher',
    quoted: '„{{title}}“',
    removed: {
      hidden: 'Entfernte Antworten, deren Fragen ausgeblendet waren: {{titles}}',
      notOffered: 'Entfernte Optionen, die nicht mehr angeboten werden: {{titles}}',
    },
    times_one: '{{count}}-mal',
    times_other: '{{count}}-mal',
  },
} as const;
