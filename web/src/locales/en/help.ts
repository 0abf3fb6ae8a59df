export const help = {
  help: {
    title: 'Moving from Basic authentication to access tokens',
    why: 'HTTP Basic still works and is deprecated: it sends a person’s password with every request. Use an API credential and an access token instead. It is refused for people who have an authenticator app, or need a second factor.',
    create: '1. Create an API credential',
    createText:
      'An admin opens API credentials, chooses the user that requests act as, and gets a client id and a client secret. The secret is shown once.',
    createCli: 'Or on the command line of the service:',
    ask: '2. Ask for an access token',
    askText: 'It is valid for an hour. Ask for a new one only when it is about to end.',
    send: '3. Send it with each request',
    sendText: 'In place of the Basic header:',
    off: '4. Turn Basic off',
    offText:
      'The security page tells an admin who still uses Basic, and turns it off for the organisation. An operator turns it off for all:',
    toApp: 'To Formstead',
  },
} as const;
