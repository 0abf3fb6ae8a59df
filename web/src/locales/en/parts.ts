export const parts = {
  groupPicker: { placeholder: 'Search by name', nobody: 'No matching groups' },
  secret: {
    onceTitle: 'The secret is shown only once',
    onceDialog: 'Copy it to a safe place before you close this dialog.',
    stored: 'I have stored it',
  },
  picker: {
    noTemplates: 'No matching templates',
    found_one: '{{count}} result',
    found_other: '{{count}} results',
    more: 'The first {{count}} results. Go to the end of the list for more, or type to narrow it down.',
  },
  userPicker: { placeholder: 'Search by name or email', nobody: 'No matching people' },
  confirmation: {
    title: 'Confirm it’s you',
    lead: 'Enter your password to continue.',
    leadWithCode: 'Enter your password and a code to continue.',
    again:
      'Sign in again to continue. The sign-in opens in a new tab, and your entries here are kept.',
    signIn: 'Sign in again',
    code: 'Code from your authenticator app',
    codeHint: 'Six digits, or one of your recovery codes.',
    byPasskey: 'Use a passkey',
    or: 'or',
    submit: 'Continue',
  },
  list: {
    total_one: '{{count}} entry',
    total_other: '{{count}} entries',
    any: '{{what}}: any',
    clear: 'Clear filters',
    more: 'Show more',
    actions: 'Actions',
    actionsOf: 'Actions for {{name}}',
    filters: 'Filters',
    filtersSet: 'Filters ({{count}})',
  },
} as const;
