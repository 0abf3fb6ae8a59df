export const palette = {
  palette: {
    placeholder: 'Search people, forms, pages',
    nothing: 'No results. Try the start of a name.',
    groups: {
      actions: 'Actions',
      pages: 'Pages',
      people: 'People',
      forms: 'Forms',
      templates: 'Templates',
      dashboards: 'Dashboards',
    },
    all: {
      people: 'Show all people with “{{words}}”',
      forms: 'Show all forms with “{{words}}”',
      templates: 'Show all templates with “{{words}}”',
      dashboards: 'Show all dashboards',
    },
    newForm: 'New form',
    newTemplate: 'New template',
    profile: 'Open your profile',
    scheme: 'Appearance: {{scheme}}',
    keys: 'Keyboard shortcuts',
    keysList: {
      open: 'Search everywhere',
      search: 'Go to the search of the page',
      help: 'Show this list',
    },
    single: 'Use the single keys / and ?',
  },
} as const;
