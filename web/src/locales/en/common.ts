export const common = {
  common: {
    cancel: 'Cancel',
    close: 'Close',
    dismiss: 'Dismiss',
    done: 'Done',
    loading: 'Loading',
  },
  problem: {
    title: 'That did not work',
    ours: 'Something went wrong on our side. Try again; if it stays, tell whoever runs this service.',
    awayTooLong:
      'This device has had no connection to the service for too long. Connect and sign in. Everything that you typed here is kept for you.',
    offline: 'The service did not answer. Check the connection, then try again.',
    passkeyKnown: 'This device has a passkey of yours for this service already.',
    passkeyStopped: 'No passkey was used: it was cancelled, took too long, or there is none here.',
    requestId: 'Request {{requestId}}',
    place: 'Concerns: {{place}}',
    retry: 'Try again',
    noPage: 'There is no such page',
    noPageHint: 'The address may be mistyped, or the page has moved.',
    home: 'To the start page',
  },
  leaving: {
    title: 'Leave without saving?',
    text: 'You changed something on this page that is not saved yet.',
    stay: 'Keep editing',
    leave: 'Discard my changes',
  },
  copy: { copy: 'Copy: {{name}}', copied: 'Copied' },
  field: {
    password: 'Password',
    required: 'Please fill this in.',
    tooShort_one: 'At least {{count}} character, please.',
    tooShort_other: 'At least {{count}} characters, please.',
    showPassword: 'Show or hide the password',
  },
} as const;
