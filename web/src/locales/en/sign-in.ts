export const signIn = {
  signIn: {
    title: 'Sign in',
    userName: 'User name or e-mail',
    password: 'Password',
    withAccount: 'If several organisations have yours, put the code of yours before it: code/name',
    setUpNeeded:
      'Nothing has been set up here yet. Open the link that the service printed at its start.',
    submit: 'Sign in',
    forgotten: 'Forgotten your password?',
    withSso: 'Sign in with {{name}}',
    withPasskey: 'Sign in with a passkey',
    or: 'or with a password',
    code: 'Code of your organisation',
    codeHint: 'To sign in with its identity provider, without a password.',
    findSso: 'Find its sign-in',
    noSso: 'There is no single sign-on for the code {{code}}.',
    leftTitle: 'You are signed out',
    leftHere: 'You are signed out of this service on this device.',
    leftHereOnly:
      'You are signed out of this service on this device. You may still be signed in to {{name}}, and to other services that use it.',
    leaveThere: 'Sign out of {{name}} too',
    leftBoth:
      'You are signed out of this service on this device, and have been through the sign-out of your identity provider.',
    ssoOnly: 'Your organisation takes single sign-on only.',
    breakGlass: 'Sign in as break-glass admin',
    problemTitle: 'You are not signed in',
    problems: {
      'session-ended':
        'Your session has ended, or an admin has ended it. Sign in again; if you can’t, ask an admin.',
      'sso-expired': 'That sign-in took too long or was begun elsewhere. Please begin again.',
      'sso-refused':
        'The identity provider did not confirm who you are. Try again; if it stays, tell an admin.',
      'sso-unknown-person':
        'The identity provider knows you, but nobody here matches. Ask an admin to give you access.',
      'sso-inactive': 'Your access has been turned off. Ask an admin if that is a mistake.',
    },
  },
  forgotten: {
    title: 'Choose a new password',
    lead: 'Enter what you sign in with. We send you an e-mail with a link.',
    submit: 'Send link',
    sentTitle: 'Check your e-mail',
    sent: 'If you have a password and an e-mail address here, we have sent you a link. It works once, within one hour.',
    noMail:
      'No e-mail after a few minutes? Look in your spam folder, check what you entered, or ask an admin of your organisation for a link.',
    again: 'Send another link',
    off: 'This service can’t send you a link by e-mail. Ask an admin of your organisation for one.',
    ssoOnly:
      'Your organisation takes single sign-on only, so there is no password here. Sign in with its identity provider.',
  },
  link: {
    invitation: 'Welcome to {{account}}',
    invitationLead: 'Choose a password to sign in with.',
    reset: 'Choose a new password',
    resetLead: 'Everywhere else you will be signed out.',
    title: 'Choose a password',
    noToken: 'Open the whole link that you were given, with the part behind #.',
    ssoOnlyTitle: 'Single sign-on only',
    ssoOnly:
      'Your organisation takes single sign-on only, so this link no longer sets a password. Sign in with its identity provider.',
    endedTitle: 'This link no longer works',
    ended:
      'It was used already, a newer one has taken its place, or it has ended. Ask an admin for a new one.',
    forgotten: 'Have a new link sent by e-mail',
    userName: 'User name',
    toSignIn: 'To the sign-in page',
    submit: 'Save and sign in',
  },
  confirmed: {
    title: 'It is you',
    lead: 'Go back to the tab that you came from. It continues on its own, with everything that you typed there. You can close this tab.',
    notTitle: 'You were not asked again',
    notLead:
      'Your identity provider signed you in without asking for anything, so this does not prove that it is you. Sign out there, then sign in again.',
    untoldTitle: 'This is not proof enough',
    untold:
      'Your identity provider signed you in, but does not say when it last asked who you are. Confirm with your password or a passkey instead, or ask an admin to have the identity provider send the claim auth_time.',
    home: 'Go to My forms',
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
