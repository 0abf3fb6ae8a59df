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
    title: 'Das hat nicht geklappt',
    ours: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es dem Betreiber dieses Dienstes.',
    awayTooLong:
      'Dieses Gerät hatte zu lange keine Verbindung zum Dienst. Verbinden Sie es und melden Sie sich an. Alles, was Sie hier eingegeben haben, bleibt für Sie aufbewahrt.',
    offline:
      'Der Dienst hat nicht geantwortet. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    passkeyKnown: 'Dieses Gerät hat schon einen Passkey von Ihnen für diesen Dienst.',
    passkeyStopped:
      'Es wurde kein Passkey benutzt: Das wurde abgebrochen, hat zu lange gedauert, oder hier gibt es keinen.',
    requestId: 'Anfrage {{requestId}}',
    place: 'Betrifft: {{place}}',
    retry: 'Noch einmal versuchen',
    noPage: 'Diese Seite gibt es nicht',
    noPageHint: 'Vielleicht ist die Adresse vertippt, oder die Seite ist umgezogen.',
    home: 'Zur Startseite',
  },
  leaving: {
    title: 'Ohne Speichern verlassen?',
    text: 'Auf dieser Seite haben Sie etwas geändert, das noch nicht gespeichert ist.',
    stay: 'Weiter bearbeiten',
    leave: 'Änderungen verwerfen',
  },
  copy: { copy: 'Kopieren: {{name}}', copied: 'Kopiert' },
  field: {
    password: 'Passwort',
    required: 'Bitte ausfüllen.',
    tooShort_one: 'Bitte mindestens {{count}} Zeichen.',
    tooShort_other: 'Bitte mindestens {{count}} Zeichen.',
    showPassword: 'Passwort zeigen oder verbergen',
  },
} as const;
