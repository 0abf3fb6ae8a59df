import type { ErrorCode } from '#kernel/error-catalogue.ts';

/** A sentence for each error code; `/limit` is the one for an error that comes with a bound. */
type Words = Readonly<Record<ErrorCode, string>> &
  Readonly<Partial<Record<`${ErrorCode}/limit`, string>>>;

/**
 * Texts for refusals. On English screens the server's own sentence is more exact, so these are used only where it sends
 * none.
 */
export const errors = {
  errors: {
    'malformed-json': 'The request was not readable. Load the page again.',
    'malformed-text': 'The text contains characters that cannot be stored.',
    'malformed-request': 'The request was not readable. Load the page again.',
    'invalid-parameter':
      'A filter or setting in the address is not valid. Clear the filters, then try again.',
    'invalid-value': 'This value is not valid. Check it, then try again.',
    'request-timeout':
      'The request took too long to arrive. Check your connection, then try again.',
    'body-too-large': 'This is too large to be stored.',
    'body-too-large/limit': 'This is too large: at most {{limit}} bytes.',
    'header-too-large':
      'The browser sent too much with the request. Delete the cookies of this address, then try again.',
    'not-done': 'Another step failed, so nothing was changed.',
    'unsupported-media-type': 'This type of data cannot be taken here.',
    'not-acceptable': 'The service cannot answer in the format that was asked for.',
    'unknown-path': 'There is nothing at this address.',
    'not-found': 'This does not exist, or you may not see it.',
    'method-not-allowed': 'This cannot be done here.',
    'precondition-failed':
      'Somebody else changed this meanwhile. Load the page again, then repeat your change.',
    'too-many-requests': 'Too many requests. Wait a moment, then try again.',
    'plain-http': 'This service is reached over HTTPS only. Open the address with https://.',
    'not-implemented': 'This is not available.',
    'query-too-slow': 'The search took too long. Narrow it down, then try again.',
    busy: 'The service is busy. Try again in a moment.',
    draining: 'The service is about to stop. Try again in a moment.',
    'pages-not-built': 'The web pages of this service are not built. Tell whoever runs it.',
    'storage-unavailable': 'The service cannot reach its storage. Try again in a moment.',
    internal:
      'Something went wrong on our side. Try again; if it stays, tell whoever runs this service.',
    'credentials-missing': 'You are not signed in. Sign in, then try again.',
    'credentials-invalid': 'The sign-in details are not right.',
    'sign-in-by-sso':
      'Your organisation takes single sign-on only. Sign in with its identity provider; a password or passkey counts only for break-glass admins.',
    'basic-off': 'Basic authentication is turned off.',
    'basic-second-factor':
      'A password alone is not enough for this user: programs use an API credential instead of Basic authentication.',
    'token-invalid': 'The access token is not valid.',
    'token-expired': 'The access token has expired.',
    forbidden: 'Your role does not allow this. Ask an admin.',
    'insufficient-scope': 'This credential may not do this.',
    'session-missing': 'You are not signed in. Sign in, then try again.',
    'session-ended': 'Your session has ended. Sign in again.',
    'sign-in-refused':
      'User name, e-mail or password is not right, or you may not sign in here. An e-mail that several people have does not work.',
    'code-refused':
      'The code is not right or was used before. Wait for the next code of your app, or use a recovery code.',
    'sign-in-step-ended': 'That took too long, or too many codes were wrong. Sign in again.',
    'second-factor-needed': 'Your organisation asks for a second factor. Set one up first.',
    'confirmation-code-refused':
      'The code is not right or was used before. Enter the next code of your app, or a recovery code.',
    'confirmation-by-passkey':
      'Your organisation asks for a second factor, so your password alone is not enough. Use your passkey.',
    'confirmation-needed': 'Confirm that it is you, then try again.',
    'confirmation-refused': 'This does not prove that it is you. Check your password or passkey.',
    'cross-site':
      'Another website started this, so it was refused. Open the service in a tab of its own.',
    'address-not-allowed': 'This credential may not be used from this network.',
    'invalid-token-request': 'The token request is not valid.',
    'unsupported-grant-type': 'This grant type is not supported.',
    'invalid-scope': 'The scope is not valid.',
    'token-of-another': 'The token was issued to another client.',
    'unsupported-token-type': 'Tokens of this type cannot be revoked here.',
    'key-set-unavailable': 'The key set of the client cannot be fetched.',
    'invalid-filter': 'The filter is not valid.',
    'invalid-path': 'The path is not valid.',
    'no-target': 'There is nothing that could be changed.',
    'too-many': 'This is more than is possible.',
    'too-many/limit': 'This is more than is possible: at most {{limit}}.',
    'unsupported-version': 'This version of the protocol is not supported.',
    'immutable-attribute': 'This cannot be changed.',
    'provisioning-paused': 'Provisioning is paused.',
    'provisioning-disconnected': 'Provisioning is turned off.',
    'user-name-taken': 'Another user has this user name. Choose another one.',
    'group-name-taken': 'Another group has this name. Choose another one.',
    'break-glass-user': 'This user name is reserved. Choose another one.',
    'value-taken': 'Somebody else has this value, and it must be unique.',
    'local-user': 'This user was not created by the identity provider.',
    'last-admin':
      'This is the last active admin who can sign in. Make somebody else an admin first, with a password, a passkey or single sign-on.',
    'unknown-member': 'A member does not exist.',
    'unknown-manager': 'The manager does not exist.',
    'group-cycle': 'A group cannot contain itself, directly or through others.',
    'password-policy':
      'This password is too weak or too well known. Choose a longer one that nobody can guess.',
    'provisioned-field': 'The identity provider manages this. Change it there.',
    'admin-password': 'The password of an admin cannot be set here.',
    'admin-sign-in': 'The identity provider cannot change how an admin signs in.',
    'account-exists': 'This organisation exists already.',
    'already-set-up': 'The service is set up already. Sign in.',
    'sso-unavailable': 'The identity provider does not answer. Try again in a moment.',
    'sso-only':
      'Your organisation takes single sign-on only: nobody is given a password or passkey.',
    'sso-unproven': 'Sign in with the identity provider once, in a private window, then try again.',
    'last-break-glass':
      'Single sign-on is the only way in, and nobody else is a break-glass admin with a password or passkey. Have another admin made break-glass, or allow passwords again first.',
    'last-way-in':
      'You would have no way to sign in any more. Add another passkey first, or ask an admin for a link to choose a password.',
    'no-break-glass':
      'No active admin is break-glass and has a password or passkey. Whoever runs this service can make one break-glass with formstead user protect.',
    'mail-off': 'No mail server is set up, so nothing was sent.',
    'mail-refused': 'The mail server did not accept the mail. Check how it is set up.',
    'no-email': 'This user has no e-mail address. Enter one first.',
    'link-invalid':
      'This link was used, has expired or was replaced by a newer one. Ask for another one.',
    'code-mismatch':
      'The code does not fit. Check the time on the device with the app, and enter the code it shows now.',
    'second-factor-required':
      'Your organisation asks for a second factor. Set up another app or add another passkey first.',
    'passkey-refused': 'The passkey was not accepted. Start again.',
    'user-inactive': 'This user is deactivated. Activate the user first.',
    'set-up-link-invalid':
      'This set-up link is not valid. Use the one that the service printed last.',
    'credential-inactive': 'This credential cannot be used any more. Create a new one.',
    'credential-kind': 'This does not go with the kind of this credential.',
    'too-many-secrets': 'This credential has as many valid secrets as possible. Revoke one first.',
    'export-too-large': 'The export is too large. Narrow the selection.',
    'too-many-exports': 'Too many exports are running. Wait until one of them is done.',
    'files-full':
      'The files of your organisation have reached their limit. Ask an admin to delete exports, or to have the limit raised.',
    'forms-full':
      'Your organisation has as many forms as it may. Ask an admin to delete forms, or to have the limit raised.',
    'uploads-full': 'You have uploaded as much as is possible in a day. Try again tomorrow.',
    'attachment-exists': 'Another file was stored in its place. Choose the file again.',
    'attachment-used': 'The file is part of a form.',
    'form-check-failed': 'The form could not be checked. Tell whoever made its template.',
    'form-check-timeout': 'Checking the form took too long. Tell whoever made its template.',
    'form-exists': 'This form exists already.',
    'form-state':
      'The form is not in a state in which this is possible. It was completed, opened again or deleted meanwhile.',
    'template-state':
      'The template is not in a state in which this is possible. It is not published, or was archived.',
    'invalid-definition': 'The template has faults that must be put right first.',
    'unknown-assignee': 'The person or group to assign the form to does not exist.',
    'not-a-colour': 'This is not a colour. Write it as #rrggbb, for example #0b5cad.',
    'unreadable-picture':
      'The picture is damaged, or too large to be read. Save it anew, as JPEG or PNG, or make it smaller.',
    'invalid-attachment':
      'This file cannot be attached: its type or size does not fit, or the form has too many.',
    'invalid-answers': 'Some answers are missing or not right.',
    'webhook-disabled': 'The webhook is turned off. Turn it on first.',
  },
} as const satisfies { readonly errors: Words };
