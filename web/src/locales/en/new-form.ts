export const newForm = {
  newForm: {
    title: 'New form',
    lead: 'Choose a template. You can then fill in the form, or assign it under “View details”.',
    templates: 'Templates',
    search: 'Template name',
    nothingFound: 'No templates match your search.',
    none: 'No templates yet',
    noneHint: 'You can fill in forms as soon as a template is published for you.',
    toTemplates: 'View templates',
    offline: 'You’re offline',
    offlineHint:
      'These templates are stored on this device. Formstead sends your form when you’re online again.',
  },
} as const;
