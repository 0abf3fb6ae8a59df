export const home = {
  home: {
    dashboards: 'Dashboards',
    allDashboards: 'Alle Dashboards',
    title: 'Start',
    forms: 'Ihre Formulare',
    none: 'Keine offenen Formulare',
    noneText:
      'Hier stehen Formulare, die Sie beginnen oder die Ihnen oder Ihren Gruppen zugewiesen werden.',
    toMine: 'Meine Formulare anzeigen',
    fill: 'Ausfüllen',
    fillOf: '{{name}} ausfüllen',
    action: 'Aktion',
    steps: 'Erste Schritte',
    provider: 'Identity Provider verbinden',
    providerHint: 'Er verwaltet dann die Personen und Gruppen Ihrer Organisation hier.',
    template: 'Vorlage erstellen',
    templateHint: 'Daraus entstehen die Formulare, die Personen ausfüllen.',
    assign: 'Formular zuweisen',
    assignHint: 'Die Person oder Gruppe findet es unter „Meine Formulare“.',
    credential: 'API-Zugang anlegen',
    credentialHint: 'Damit lesen und erstellen Ihre Programme Formulare.',
  },
} as const;
