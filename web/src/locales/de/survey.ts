export const survey = {
  survey: {
    language: 'Sprache des Formulars',
    clearAnswer: 'Antwort löschen',
    number: {
      unclear: '„{{text}}“ kann zwei Zahlen bedeuten. Geben Sie {{whole}} oder {{fraction}} ein.',
      grouping: '„{{text}}“ ist als Zahl nicht lesbar. Geben Sie sie so ein: {{example}}',
      digits: '„{{text}}“ hat zu viele Ziffern. Geben Sie höchstens 15 ein.',
      other: '„{{text}}“ ist keine Zahl. Geben Sie nur die Zahl ein, zum Beispiel {{example}}',
    },
    coordinates:
      'Das sind keine Koordinaten. Geben Sie Breiten- und Längengrad ein, zum Beispiel 47.3769, 8.5417, oder leeren Sie das Feld.',
    notLoaded: {
      title: 'Dieses Feld konnte nicht geladen werden',
      hint: 'Prüfen Sie die Verbindung. Alle anderen Felder funktionieren.',
      again: 'Erneut versuchen',
    },
    partial: {
      date: 'Das Datum ist unvollständig oder ungültig. Geben Sie Tag, Monat und Jahr ein oder leeren Sie das Feld.',
      time: 'Die Uhrzeit ist unvollständig. Geben Sie Stunden und Minuten ein oder leeren Sie das Feld.',
      dateTime:
        'Datum oder Uhrzeit sind unvollständig oder ungültig. Geben Sie alles ein oder leeren Sie das Feld.',
    },
  },
} as const;
