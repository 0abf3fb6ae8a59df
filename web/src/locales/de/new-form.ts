export const newForm = {
  newForm: {
    title: 'Neues Formular',
    lead: 'Wählen Sie eine Vorlage. Danach können Sie das Formular ausfüllen oder unter „Details anzeigen“ zuweisen.',
    templates: 'Vorlagen',
    search: 'Name der Vorlage',
    nothingFound: 'Keine passenden Vorlagen.',
    none: 'Noch keine Vorlagen',
    noneHint: 'Sie können Formulare ausfüllen, sobald eine Vorlage für Sie veröffentlicht ist.',
    toTemplates: 'Vorlagen anzeigen',
    offline: 'Sie sind offline',
    offlineHint:
      'Diese Vorlagen sind auf diesem Gerät gespeichert. Formstead sendet Ihr Formular, sobald Sie wieder online sind.',
    offlineSome:
      'Diese Vorlagen sind auf diesem Gerät gespeichert. Für die übrigen brauchen Sie eine Verbindung.',
    nothingHere: 'Keine Vorlage auf diesem Gerät passt zu Ihrer Suche.',
    noneHere: 'Auf diesem Gerät ist noch keine Vorlage gespeichert',
    noneHereHint: 'Stellen Sie eine Internetverbindung her, um ein Formular zu beginnen.',
  },
} as const;
