export const common = {
  common: {
    about: 'Details',
    cancel: 'Abbrechen',
    close: 'Schließen',
    dismiss: 'Ausblenden',
    done: 'Fertig',
    loading: 'Wird geladen',
    stepsDone: '{{done}} von {{total}} Schritten erledigt',
    toDo: 'Offen',
  },
  problem: {
    notLoaded: 'Inhalt konnte nicht geladen werden',
    notLoadedOf: '„{{what}}“ konnte nicht geladen werden',
    notDone: 'Aktion fehlgeschlagen',
    notDoneOf: '„{{what}}“ ist fehlgeschlagen',
    notOpened: 'Seite konnte nicht geöffnet werden',
    ours: 'In Formstead ist ein interner Fehler aufgetreten. Versuchen Sie es erneut. Tritt er wieder auf, melden Sie ihn dem Betreiber.',
    awayTooLong:
      'Dieses Gerät war zu lange offline. Verbinden Sie es und melden Sie sich an. Ihre Eingaben bleiben erhalten.',
    offline:
      'Formstead hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    passkeyKnown: 'Auf diesem Gerät gibt es bereits einen Passkey von Ihnen für Formstead.',
    passkeyStopped:
      'Es wurde kein Passkey verwendet. Der Vorgang wurde abgebrochen oder hat zu lange gedauert, oder auf diesem Gerät gibt es keinen.',
    requestId: 'Anfrage {{requestId}}',
    place: 'Feld: {{place}}',
    retry: 'Erneut versuchen',
    noPage: 'Seite nicht gefunden',
    noPageHint: 'Prüfen Sie die Adresse oder beginnen Sie auf der Startseite.',
    home: 'Zur Startseite',
  },
  leaving: {
    title: 'Ohne Speichern verlassen?',
    text: 'Auf dieser Seite gibt es nicht gespeicherte Änderungen.',
    stay: 'Weiter bearbeiten',
    leave: 'Änderungen verwerfen',
  },
  copy: { copy: 'Kopieren: {{name}}', copied: 'Kopiert' },
  field: {
    password: 'Passwort',
    required: 'Dieses Feld ist ein Pflichtfeld.',
    tooShort_one: 'Mindestens {{count}} Zeichen eingeben.',
    tooShort_other: 'Mindestens {{count}} Zeichen eingeben.',
    showPassword: 'Passwort anzeigen oder verbergen',
  },
} as const;
