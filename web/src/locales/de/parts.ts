export const parts = {
  groupPicker: { placeholder: 'Namen eingeben', nobody: 'Keine Gruppe passt' },
  secret: {
    onceTitle: 'Das Geheimnis wird nur jetzt gezeigt',
    once: 'Kopieren Sie es an einen sicheren Ort, bevor Sie diese Seite verlassen.',
    onceDialog: 'Kopieren Sie es an einen sicheren Ort, bevor Sie den Dialog schließen.',
    stored: 'Ich habe es gespeichert',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    provisioningToken: 'Provisioning-Token',
    curl: 'Ein Access Token holen',
    localCertificate:
      'Solange der Dienst sein selbst erzeugtes Zertifikat benutzt, ergänzen Sie --cacert mit der Datei, die er beim Start genannt hat.',
    scimUrl: 'SCIM-2.0-Basisadresse für Ihren Identity Provider',
  },
  userPicker: { placeholder: 'Name oder E-Mail eingeben', nobody: 'Niemand passt' },
  confirmation: {
    title: 'Sind Sie es?',
    lead: 'Dafür brauchen wir Ihr Passwort noch einmal.',
    leadWithCode: 'Dafür brauchen wir Ihr Passwort und einen Code noch einmal.',
    again:
      'Dafür darf Ihre Anmeldung nur ein paar Minuten alt sein. Sie melden sich in einem neuen Tab an, und Ihre Eingaben hier bleiben erhalten.',
    signIn: 'Noch einmal anmelden',
    code: 'Code Ihrer Authenticator-App',
    codeHint: 'Sechs Ziffern, oder einer Ihrer Wiederherstellungscodes.',
    byPasskey: 'Passkey benutzen',
    or: 'oder',
    submit: 'Weiter',
  },
  list: {
    total_one: '{{count}} Eintrag',
    total_other: '{{count}} Einträge',
    any: '{{what}}: alle',
    clear: 'Filter entfernen',
    actions: 'Aktionen',
    actionsOf: 'Aktionen für {{name}}',
  },
} as const;
