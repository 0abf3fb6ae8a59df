export const signIn = {
  signIn: {
    title: 'Anmelden',
    userName: 'Benutzername',
    password: 'Passwort',
    withAccount: 'Mit dem Kürzel Ihrer Organisation davor: kuerzel/name',
    setUpNeeded:
      'Hier ist noch nichts eingerichtet. Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat.',
    submit: 'Anmelden',
  },
  setUp: {
    title: 'Formstead einrichten',
    lead: 'Geben Sie Ihrer Organisation einen Namen und legen Sie ihren ersten Admin an.',
    noToken:
      'Öffnen Sie den ganzen Link, den der erste Start des Dienstes ausgegeben hat, samt dem Teil hinter #.',
    accountName: 'Organisation',
    userName: 'Benutzername',
    password: 'Passwort',
    passwordHint: 'Mindestens {{count}} Zeichen. Ein paar Wörter, die Sie sich merken, genügen.',
    local: 'Dieser Admin bleibt lokal: Ihr Identity Provider kann ihn weder sehen noch sperren.',
    keep: 'Bewahren Sie sein Passwort sicher auf.',
    submit: 'Konto anlegen',
    doneTitle: 'Ihr Konto ist bereit',
    doneLead: 'Sie sind angemeldet. Mit diesen Zugangsdaten kann ein Programm für Sie handeln.',
    go: 'Weiter zu Formstead',
  },
} as const;
