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
    offlineSome: 'These templates are stored on this device. The others need a connection.',
    nothingHere: 'No templates on this device match your search.',
    noneHere: 'No template is stored on this device yet',
    noneHereHint: 'Connect to the internet to begin a form.',
  },
} as const;
