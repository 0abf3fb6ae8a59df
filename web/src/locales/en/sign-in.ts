export const signIn = {
  signIn: {
    title: 'Sign in',
    userName: 'User name',
    password: 'Password',
    withAccount: 'With the code of your organisation before it: code/name',
    setUpNeeded:
      'Nothing has been set up here yet. Open the link that the service printed at its start.',
    submit: 'Sign in',
  },
  setUp: {
    title: 'Set up Formstead',
    lead: 'Name your organisation and make its first admin.',
    noToken:
      'Open the whole link that the first start of the service printed, with the part behind #.',
    accountName: 'Organisation',
    userName: 'User name',
    password: 'Password',
    passwordHint: 'At least {{count}} characters. A few words you will remember are fine.',
    local: 'This admin stays local: your identity provider can neither see nor lock it.',
    keep: 'Keep its password in a safe place.',
    submit: 'Create account',
    doneTitle: 'Your account is ready',
    doneLead: 'You are signed in. These credentials let a program act as you.',
    go: 'Go on to Formstead',
  },
} as const;
