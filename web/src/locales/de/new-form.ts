export const newForm = {
  newForm: {
    title: 'Neues Formular',
    lead: 'Was möchten Sie ausfüllen?',
    search: 'Name',
    nothingFound: 'Keine Vorlage passt.',
    none: 'Es gibt noch keine Vorlage, die Sie verwenden dürfen.',
    toTemplates: 'Zu den Vorlagen',
    offline: 'Kein Netz',
    offlineHint:
      'Das sind die Vorlagen, die dieses Gerät kennt. Ein Formular, das Sie jetzt beginnen, wird später gesendet.',
  },
} as const;
