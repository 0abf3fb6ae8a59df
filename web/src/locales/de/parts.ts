export const parts = {
  groupPicker: { placeholder: 'Nach Name suchen', nobody: 'Keine passenden Gruppen' },
  secret: {
    onceTitle: 'Das Secret wird nur einmal angezeigt',
    onceDialog: 'Kopieren Sie es an einen sicheren Ort, bevor Sie diesen Dialog schließen.',
    stored: 'Ich habe es gespeichert',
  },
  picker: {
    noTemplates: 'Keine passenden Vorlagen',
    found_one: '{{count}} Ergebnis',
    found_other: '{{count}} Ergebnisse',
    more: 'Die ersten {{count}} Ergebnisse. Am Ende der Liste folgen weitere, oder grenzen Sie die Suche ein.',
  },
  userPicker: { placeholder: 'Nach Name oder E-Mail suchen', nobody: 'Keine passenden Personen' },
  confirmation: {
    title: 'Identität bestätigen',
    lead: 'Geben Sie Ihr Passwort ein, um fortzufahren.',
    leadWithCode: 'Geben Sie Ihr Passwort und einen Code ein, um fortzufahren.',
    again:
      'Melden Sie sich erneut an, um fortzufahren. Die Anmeldung öffnet sich in einem neuen Tab, und Ihre Eingaben hier bleiben erhalten.',
    signIn: 'Erneut anmelden',
    code: 'Code Ihrer Authenticator-App',
    codeHint: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes.',
    byPasskey: 'Passkey verwenden',
    or: 'oder',
    submit: 'Weiter',
  },
  list: {
    total_one: '{{count}} Eintrag',
    total_other: '{{count}} Einträge',
    any: '{{what}}: alle',
    clear: 'Filter entfernen',
    more: 'Mehr anzeigen',
    actions: 'Aktionen',
    actionsOf: 'Aktionen für {{name}}',
    filters: 'Filter',
    filtersSet: 'Filter ({{count}})',
  },
} as const;
