export const signIn = {
  signIn: {
    title: 'Anmelden',
    userName: 'Benutzername oder E-Mail',
    password: 'Passwort',
    withAccount:
      'Gibt es ihn in mehreren Organisationen, stellen Sie das Kürzel Ihrer Organisation voran: kuerzel/name',
    setUpNeeded:
      'Hier ist noch nichts eingerichtet. Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat.',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    withSso: 'Mit {{name}} anmelden',
    withPasskey: 'Mit Passkey anmelden',
    or: 'oder mit einem Passwort',
    code: 'Kürzel Ihrer Organisation',
    codeHint: 'Um sich mit ihrem Identity Provider anzumelden, ohne Passwort.',
    findSso: 'Anmeldung finden',
    noSso: 'Für das Kürzel {{code}} gibt es kein Single Sign-on.',
    leftTitle: 'Sie sind abgemeldet',
    leftHere: 'Sie sind auf diesem Gerät von diesem Dienst abgemeldet.',
    leftHereOnly:
      'Sie sind auf diesem Gerät von diesem Dienst abgemeldet. Bei {{name}} und bei anderen Diensten, die darüber laufen, sind Sie vielleicht noch angemeldet.',
    leaveThere: 'Auch bei {{name}} abmelden',
    leftBoth:
      'Sie sind auf diesem Gerät von diesem Dienst abgemeldet und waren bei der Abmeldung Ihres Identity Providers.',
    ssoOnly: 'Ihre Organisation erlaubt nur Single Sign-on.',
    breakGlass: 'Mit Notfallzugang anmelden',
    problemTitle: 'Sie sind nicht angemeldet',
    problems: {
      'session-ended':
        'Ihre Sitzung ist zu Ende, oder ein Admin hat sie beendet. Melden Sie sich wieder an; geht das nicht, fragen Sie einen Admin.',
      'sso-expired':
        'Diese Anmeldung hat zu lange gedauert oder wurde anderswo begonnen. Bitte beginnen Sie neu.',
      'sso-refused':
        'Der Identity Provider hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es einem Admin.',
      'sso-unknown-person':
        'Der Identity Provider kennt Sie, aber hier passt niemand dazu. Bitten Sie einen Admin um Zugang.',
      'sso-inactive':
        'Ihr Zugang ist ausgeschaltet. Fragen Sie einen Admin, wenn das ein Irrtum ist.',
    },
  },
  forgotten: {
    title: 'Neues Passwort wählen',
    lead: 'Geben Sie ein, womit Sie sich anmelden. Wir schicken Ihnen eine E-Mail mit einem Link.',
    submit: 'Link senden',
    sentTitle: 'Sehen Sie in Ihrem Postfach nach',
    sent: 'Wenn Sie hier ein Passwort und eine E-Mail-Adresse haben, haben wir Ihnen einen Link geschickt. Er gilt eine Stunde und nur einmal.',
    noMail:
      'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach, prüfen Sie Ihre Eingabe, oder bitten Sie einen Admin Ihrer Organisation um einen Link.',
    again: 'Noch einen Link senden',
    off: 'Dieser Dienst kann Ihnen keinen Link per E-Mail schicken. Bitten Sie einen Admin Ihrer Organisation darum.',
    ssoOnly:
      'Ihre Organisation erlaubt nur Single Sign-on, daher gibt es hier kein Passwort. Melden Sie sich mit ihrem Identity Provider an.',
  },
  link: {
    invitation: 'Willkommen bei {{account}}',
    invitationLead: 'Wählen Sie ein Passwort, mit dem Sie sich anmelden.',
    reset: 'Neues Passwort wählen',
    resetLead: 'Überall sonst werden Sie abgemeldet.',
    title: 'Passwort wählen',
    noToken: 'Öffnen Sie den ganzen Link, den Sie bekommen haben, samt dem Teil hinter #.',
    ssoOnlyTitle: 'Nur Single Sign-on',
    ssoOnly:
      'Ihre Organisation erlaubt nur Single Sign-on, daher setzt dieser Link kein Passwort mehr. Melden Sie sich mit ihrem Identity Provider an.',
    endedTitle: 'Dieser Link gilt nicht mehr',
    ended:
      'Er wurde schon benutzt, ein neuerer hat ihn ersetzt, oder er ist abgelaufen. Bitten Sie einen Admin um einen neuen.',
    forgotten: 'Einen neuen Link per E-Mail anfordern',
    userName: 'Benutzername',
    toSignIn: 'Zur Anmeldung',
    submit: 'Speichern und anmelden',
  },
  confirmed: {
    title: 'Sie sind es',
    lead: 'Gehen Sie zurück zu dem Tab, aus dem Sie kamen. Dort geht es von selbst weiter, mit allem, was Sie eingegeben haben. Diesen Tab können Sie schließen.',
    notTitle: 'Sie wurden nicht noch einmal gefragt',
    notLead:
      'Ihr Identity Provider hat Sie angemeldet, ohne nach etwas zu fragen. Das beweist nicht, dass Sie es sind. Melden Sie sich dort ab und dann noch einmal an.',
    untoldTitle: 'Das genügt nicht als Nachweis',
    untold:
      'Ihr Identity Provider hat Sie angemeldet, sagt aber nicht, wann er zuletzt gefragt hat, wer Sie sind. Bestätigen Sie stattdessen mit Ihrem Passwort oder einem Passkey, oder bitten Sie einen Admin, den Claim auth_time beim Identity Provider einzuschalten.',
    home: 'Zu „Meine Formulare“',
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
