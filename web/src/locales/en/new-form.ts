export const newForm = {
  newForm: {
    title: 'New form',
    lead: 'What do you want to fill in?',
    search: 'Name',
    nothingFound: 'No template matches.',
    none: 'There is no template that you may use yet.',
    toTemplates: 'To the templates',
    offline: 'No network',
    offlineHint:
      'These are the templates that this device knows. A form that you begin now is sent later.',
  },
} as const;
