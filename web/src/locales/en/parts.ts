export const parts = {
  groupPicker: { placeholder: 'Type a name', nobody: 'No group matches' },
  secret: {
    onceTitle: 'The secret is shown only now',
    once: 'Copy it to where you keep secrets before you leave this page.',
    onceDialog: 'Copy it to where you keep secrets before you close this dialog.',
    stored: 'I have stored it',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    provisioningToken: 'Provisioning token',
    curl: 'Get an access token',
    localCertificate:
      'As long as the service uses the certificate that it made itself, add --cacert with the file that it named at its start.',
    scimUrl: 'SCIM 2.0 base address for your identity provider',
  },
  userPicker: { placeholder: 'Type a name or e-mail', nobody: 'Nobody matches' },
  confirmation: {
    title: 'Is it you?',
    lead: 'This needs your password once more.',
    leadWithCode: 'This needs your password and a code once more.',
    again:
      'This needs a sign-in of the last few minutes. It opens in a new tab, and what you typed here stays.',
    signIn: 'Sign in again',
    code: 'Code of your authenticator app',
    codeHint: 'Six digits, or one of your recovery codes.',
    byPasskey: 'Use a passkey',
    or: 'or',
    submit: 'Go on',
  },
  list: {
    total_one: '{{count}} entry',
    total_other: '{{count}} entries',
    any: '{{what}}: any',
    clear: 'Clear the filters',
    actions: 'Actions',
    actionsOf: 'Actions for {{name}}',
  },
} as const;
