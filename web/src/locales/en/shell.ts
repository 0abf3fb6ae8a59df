export const shell = {
  shell: {
    skip: 'Skip to the content',
    navigation: 'Navigation',
    openNavigation: 'Open the navigation',
    closeNavigation: 'Close the navigation',
    appearance: 'Appearance',
    schemes: { auto: 'As the device', light: 'Light', dark: 'Dark' },
    language: 'Language',
    you: 'Signed in as {{name}}',
    signOut: 'Sign out',
  },
  navigation: {
    forms: 'Forms',
    people: 'People',
    settings: 'Account settings',
    users: 'Users',
    groups: 'Groups',
    provisioningLog: 'Provisioning log',
    credentials: 'API credentials',
    myForms: 'My forms',
  },
} as const;
