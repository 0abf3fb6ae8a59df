export const shell = {
  shell: {
    skip: 'Zum Inhalt springen',
    navigation: 'Navigation',
    openNavigation: 'Navigation öffnen',
    closeNavigation: 'Navigation schließen',
    appearance: 'Darstellung',
    schemes: { auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    you: 'Angemeldet als {{name}}',
    signOut: 'Abmelden',
  },
  navigation: {
    forms: 'Formulare',
    people: 'Personen',
    settings: 'Kontoeinstellungen',
    users: 'Personen',
    groups: 'Gruppen',
    provisioningLog: 'Provisioning-Protokoll',
    credentials: 'API-Zugänge',
    myForms: 'Meine Formulare',
  },
} as const;
