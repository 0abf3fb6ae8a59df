export const signIn = {
  signIn: {
    title: 'Sign in',
    userName: 'User name or email',
    password: 'Password',
    withAccount:
      'If several organisations use this name, put the code of yours in front: code/name',
    setUpNeeded: 'Formstead is not set up yet. Open the link that it printed when it started.',
    submit: 'Sign in',
    forgotten: 'Forgot your password?',
    withSso: 'Sign in with {{name}}',
    withPasskey: 'Sign in with a passkey',
    or: 'or with a password',
    code: 'Organisation code',
    codeHint: 'To sign in with the identity provider of your organisation.',
    findSso: 'Continue',
    noSso: 'No single sign-on found for the code {{code}}. Check the code, or use a password.',
    leftTitle: 'You are signed out',
    leftHere: 'You are signed out of Formstead on this device.',
    leftHereOnly:
      'You are signed out of Formstead on this device. You may still be signed in to {{name}} and to other services that use it.',
    leaveThere: 'Sign out of {{name}} too',
    leftBoth:
      'You are signed out of Formstead on this device, and went through the sign-out of your identity provider.',
    ssoOnly: 'Your organisation only allows single sign-on.',
    breakGlass: 'Sign in as emergency admin',
    problemTitle: 'You are not signed in',
    problems: {
      'session-ended':
        'Your session has expired, or an admin ended it. Sign in again. If that fails, ask an admin.',
      'sso-expired': 'This sign-in took too long or began in another browser. Start again.',
      'sso-refused':
        'The identity provider did not confirm who you are. Try again. If that fails, ask an admin.',
      'sso-unknown-person': 'Your sign-in matches no user here. Ask an admin for access.',
      'sso-inactive': 'Your access is turned off. If that is a mistake, ask an admin.',
    },
  },
  unsubscribe: {
    title: 'Stop these emails?',
    lead: 'You then get no more emails of this kind. What happens is still in the bell of Formstead.',
    submit: 'Stop emails',
    doneTitle: 'These emails are turned off',
    done: 'You get no more emails of this kind. What happens is still in the bell of Formstead.',
    settings: 'Sign in to choose which emails you get',
  },
  forgotten: {
    title: 'Reset your password',
    lead: 'Enter your user name or email. Formstead sends you a link by email.',
    submit: 'Send link',
    sentTitle: 'Check your email',
    sent: 'If your user has a password and an email address, Formstead has sent you a link. It works once, within one hour.',
    noMail:
      'No email after a few minutes? Check your spam folder and what you entered, or ask an admin of your organisation for a link.',
    again: 'Send another link',
    off: 'Formstead can’t send you a link by email. Ask an admin of your organisation for one.',
    ssoOnly:
      'Your organisation only allows single sign-on, so you have no password here. Sign in with your identity provider.',
  },
  link: {
    invitation: 'Welcome to {{account}}',
    invitationLead: 'Choose a password for signing in.',
    reset: 'Choose a new password',
    resetLead: 'This signs you out everywhere else.',
    title: 'Choose a password',
    noToken: 'The link is incomplete. Copy all of it, including the part after #.',
    ssoOnlyTitle: 'Single sign-on only',
    ssoOnly:
      'Your organisation only allows single sign-on, so this link can’t set a password. Sign in with your identity provider.',
    endedTitle: 'This link no longer works',
    ended:
      'It was already used, was replaced by a newer link, or has expired. Ask an admin for a new one.',
    forgotten: 'Get a new link by email',
    userName: 'User name',
    toSignIn: 'Go to sign-in',
    submit: 'Save and sign in',
  },
  confirmed: {
    title: 'Identity confirmed',
    lead: 'Go back to the tab you came from. It continues on its own, and your entries are still there. You can close this tab.',
    notTitle: 'Identity not confirmed',
    notLead:
      'Your identity provider signed you in without asking for anything, so it did not check who you are. Sign out there, then sign in again.',
    untoldTitle: 'Sign-in time unknown',
    untold:
      'Your identity provider signed you in, but did not say when it last checked who you are. Confirm with your password or a passkey, or ask an admin to have the identity provider send the claim auth_time.',
    home: 'Go to Home',
  },
  setUp: {
    title: 'Set up Formstead',
    lead: 'Name your organisation and create its first admin.',
    noToken: 'The link is incomplete. Copy all of it, including the part after #.',
    accountName: 'Organisation',
    userName: 'User name',
    password: 'Password',
    passwordHint: 'At least {{count}} characters. A few words you will remember are fine.',
    local: 'This is an emergency admin: your identity provider can neither see nor deactivate it.',
    keep: 'Keep the password in a safe place.',
    submit: 'Create organisation',
    doneTitle: 'Your organisation is ready',
    doneLead: 'You are signed in. These are the first steps. Home shows how far you are.',
    firstTemplate: 'Create a template, or start from a ready-made one.',
    firstPeople: 'Add people, or connect your identity provider.',
    firstForm: 'Assign a form, or send a link to people without an account.',
    go: 'Start with the first steps',
    credential: 'API credential for programs',
    credentialHint:
      'Only programs need it: with it, a program can act as you. You can create another one later, under “API credentials”.',
  },
} as const;
