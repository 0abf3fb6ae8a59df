export const signIn = {
  signIn: {
    title: 'Anmelden',
    userName: 'Benutzername oder E-Mail',
    password: 'Passwort',
    withAccount:
      'Wenn mehrere Organisationen diesen Namen verwenden, stellen Sie das Kürzel Ihrer Organisation voran: kuerzel/name',
    setUpNeeded:
      'Formstead ist noch nicht eingerichtet. Öffnen Sie den Link, der beim Start ausgegeben wurde.',
    submit: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    withSso: 'Mit {{name}} anmelden',
    withPasskey: 'Mit Passkey anmelden',
    or: 'oder mit Passwort',
    code: 'Kürzel der Organisation',
    codeHint: 'Für die Anmeldung mit dem Identity Provider Ihrer Organisation.',
    findSso: 'Weiter',
    noSso:
      'Für das Kürzel {{code}} gibt es kein Single Sign-on. Prüfen Sie das Kürzel oder verwenden Sie ein Passwort.',
    leftTitle: 'Sie sind abgemeldet',
    leftHere: 'Sie sind auf diesem Gerät von Formstead abgemeldet.',
    leftHereOnly:
      'Sie sind auf diesem Gerät von Formstead abgemeldet. Bei {{name}} und bei anderen Diensten, die darüber laufen, sind Sie vielleicht noch angemeldet.',
    leaveThere: 'Auch bei {{name}} abmelden',
    leftBoth:
      'Sie sind auf diesem Gerät von Formstead abgemeldet und haben die Abmeldung Ihres Identity Providers durchlaufen.',
    ssoOnly: 'Ihre Organisation erlaubt nur Single Sign-on.',
    breakGlass: 'Als Notfall-Admin anmelden',
    problemTitle: 'Sie sind nicht angemeldet',
    otherTitle: 'Sie sind bei einer anderen Organisation angemeldet',
    problems: {
      'session-ended':
        'Ihre Sitzung ist abgelaufen oder wurde von einem Admin beendet. Melden Sie sich erneut an.',
      'sso-expired':
        'Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Browser. Beginnen Sie erneut.',
      'sso-unasked':
        'Ihr Identity Provider hat Sie ein weiteres Mal unaufgefordert hierher geleitet. Melden Sie sich mit seiner Schaltfläche unten an.',
      'sso-other-account':
        'Eine andere Seite hat Sie hierher geleitet, um Sie bei dieser Organisation anzumelden. Wenn Sie das möchten, benutzen Sie die Schaltfläche unten; sie meldet Sie bei der anderen ab.',
      'sso-refused':
        'Der Identity Provider hat Ihre Identität nicht bestätigt. Versuchen Sie es erneut.',
      'sso-unknown-person':
        'Ihre Anmeldung passt hier zu keiner Person. Bitten Sie einen Admin um Zugang.',
      'sso-inactive':
        'Ihr Zugang ist ausgeschaltet. Wenn das ein Irrtum ist, fragen Sie einen Admin.',
    },
  },
  unsubscribe: {
    title: 'Diese E-Mails beenden?',
    lead: 'Sie bekommen dann keine E-Mails dieser Art mehr; ein geplanter Export hält an.',
    submit: 'E-Mails beenden',
    doneTitle: 'Diese E-Mails sind ausgeschaltet',
    done: 'Was geschieht, steht weiter in der Glocke von Formstead.',
    settings: 'Anmelden und wählen, welche E-Mails Sie bekommen',
  },
  forgotten: {
    title: 'Passwort zurücksetzen',
    lead: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Formstead sendet Ihnen einen Link per E-Mail.',
    submit: 'Link senden',
    sentTitle: 'Prüfen Sie Ihr Postfach',
    sent: 'Wenn Sie hier ein Passwort und eine E-Mail-Adresse haben, hat Formstead Ihnen einen Link gesendet. Er gilt eine Stunde und nur einmal.',
    noMail:
      'Nach einigen Minuten noch keine E-Mail? Prüfen Sie den Spam-Ordner und Ihre Eingabe und senden Sie dann einen weiteren Link.',
    noMailAgain:
      'Kommt keine E-Mail an, haben Sie hier vielleicht kein Passwort oder keine E-Mail-Adresse. Dann kann Ihnen ein Admin Ihrer Organisation einen Link geben.',
    again: 'Weiteren Link senden',
    off: 'Formstead kann Ihnen keinen Link per E-Mail senden. Bitten Sie einen Admin Ihrer Organisation darum.',
    ssoOnly:
      'Ihre Organisation erlaubt nur Single Sign-on, daher haben Sie hier kein Passwort. Melden Sie sich mit Ihrem Identity Provider an.',
  },
  link: {
    invitation: 'Willkommen bei {{account}}',
    invitationLead: 'Wählen Sie ein Passwort für die Anmeldung.',
    reset: 'Neues Passwort wählen',
    resetLead: 'Überall sonst werden Sie abgemeldet.',
    title: 'Passwort wählen',
    noToken: 'Der Link ist unvollständig. Kopieren Sie ihn ganz, auch den Teil nach #.',
    ssoOnlyTitle: 'Nur Single Sign-on',
    ssoOnly:
      'Ihre Organisation erlaubt nur Single Sign-on, daher lässt sich mit diesem Link kein Passwort festlegen. Melden Sie sich mit Ihrem Identity Provider an.',
    endedTitle: 'Dieser Link gilt nicht mehr',
    ended: 'Er wurde schon verwendet, durch einen neueren ersetzt oder ist abgelaufen.',
    askAdmin: 'Bitten Sie einen Admin Ihrer Organisation um einen neuen.',
    forgotten: 'Neuen Link per E-Mail anfordern',
    userName: 'Benutzername',
    toSignIn: 'Zur Anmeldung',
    submit: 'Speichern und anmelden',
  },
  confirmed: {
    title: 'Identität bestätigt',
    lead: 'Gehen Sie zurück zu dem Tab, aus dem Sie kamen. Dort geht es von selbst weiter, und Ihre Eingaben sind noch da. Diesen Tab können Sie schließen.',
    notTitle: 'Identität nicht bestätigt',
    notLead:
      'Ihr Identity Provider hat Sie ohne Nachfrage angemeldet und Ihre Identität damit nicht geprüft. Melden Sie sich dort ab und dann erneut an.',
    untoldTitle: 'Zeitpunkt der Anmeldung unbekannt',
    untold:
      'Ihr Identity Provider hat Sie angemeldet, aber nicht mitgeteilt, wann er Ihre Identität zuletzt geprüft hat. Bestätigen Sie sie mit Ihrem Passwort oder einem Passkey, oder bitten Sie einen Admin, den Claim auth_time beim Identity Provider einzuschalten.',
    home: 'Zur Startseite',
  },
  setUp: {
    title: 'Formstead einrichten',
    lead: 'Geben Sie Ihrer Organisation einen Namen und legen Sie den ersten Admin an.',
    noToken: 'Der Link ist unvollständig. Kopieren Sie ihn ganz, auch den Teil nach #.',
    accountName: 'Organisation',
    userName: 'Benutzername',
    password: 'Passwort',
    passwordHint:
      'Mindestens {{count}} Zeichen. Ein paar Wörter, die Sie sich merken können, genügen.',
    local:
      'Das ist ein Notfall-Admin: Ihr Identity Provider kann ihn weder sehen noch deaktivieren.',
    keep: 'Bewahren Sie das Passwort sicher auf.',
    submit: 'Organisation anlegen',
    doneTitle: 'Ihre Organisation ist bereit',
    doneLead:
      'Sie sind angemeldet. Das sind die ersten Schritte. Die Startseite zeigt, wie weit Sie sind.',
    firstTemplate: 'Erstellen Sie eine Vorlage, oder beginnen Sie mit einer fertigen.',
    firstPeople: 'Legen Sie Personen an, oder verbinden Sie Ihren Identity Provider.',
    firstForm: 'Weisen Sie ein Formular zu, oder senden Sie einen Link an Personen ohne Konto.',
    go: 'Mit den ersten Schritten beginnen',
    credential: 'API-Zugang für Programme',
    credentialHint:
      'Nur Programme brauchen ihn: Mit ihm kann ein Programm als Sie handeln. Sie können später einen neuen anlegen, unter „API-Zugänge“.',
  },
} as const;
