export const palette = {
  palette: {
    placeholder: 'Personen, Formulare, Seiten suchen',
    nothing: 'Keine Ergebnisse. Versuchen Sie den Anfang eines Namens.',
    groups: {
      actions: 'Aktionen',
      pages: 'Seiten',
      people: 'Personen',
      forms: 'Formulare',
      templates: 'Vorlagen',
      dashboards: 'Dashboards',
    },
    all: {
      people: 'Alle Personen mit „{{words}}“ zeigen',
      forms: 'Alle Formulare mit „{{words}}“ zeigen',
      templates: 'Alle Vorlagen mit „{{words}}“ zeigen',
      dashboards: 'Alle Dashboards zeigen',
    },
    newForm: 'Neues Formular',
    newTemplate: 'Neue Vorlage',
    profile: 'Profil öffnen',
    scheme: 'Darstellung: {{scheme}}',
    keys: 'Tastenkürzel',
    keysList: {
      open: 'Überall suchen',
      search: 'Zur Suche der Seite',
      help: 'Diese Liste anzeigen',
    },
    single: 'Die einzelnen Tasten / und ? verwenden',
  },
} as const;
