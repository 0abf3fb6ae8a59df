import { apiDocs } from './api-docs.ts';

export const help = {
  ...apiDocs,
  help: {
    title: 'Move from Basic authentication to access tokens',
    why: 'Basic authentication still works but is deprecated, because it sends a person’s password with every request. Use an API credential and an access token instead. Formstead rejects Basic authentication for people who have an authenticator app or need a second factor.',
    create: '1. Create an API credential',
    createText:
      'An admin opens API credentials, creates a credential for a user, and gets a client ID and a client secret. Formstead shows the secret only once.',
    createCli: 'Or use the command line of the server:',
    ask: '2. Get an access token',
    askText: 'An access token is valid for one hour. Get a new one shortly before it expires.',
    send: '3. Send the access token with each request',
    sendText: 'Send this header instead of the Basic header:',
    off: '4. Turn off Basic authentication',
    offText:
      'The Security page shows who still uses Basic authentication. An admin can turn it off there for the organisation. The operator can turn it off for everyone:',
    toApp: 'Open Formstead',
  },
} as const;
