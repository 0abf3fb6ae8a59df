/** An error: its HTTP status, its title, and how each protocol spells its code. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number;
  /** Short public title; the `detail` describes the occurrence. */
  readonly title: string;
  /** The scimType of RFC 7644 §3.12, if one fits. */
  readonly scimType?: string;
  /** The `error` of RFC 6749 §5.2 at the token endpoint, if one fits. */
  readonly oauth?: string;
  /** A registered problem type (RFC 9457 §4.2); if omitted, Formstead's own, made from the code. */
  readonly problemType?: string;
}

/**
 * All errors. The codes are public and stable: never rename or reuse one. Three serialisers write them: OAuth (RFC 6749
 * §5.2), SCIM (RFC 7644 §3.12) and problem+json (RFC 9457).
 */
export const CATALOGUE = {
  // Errors of every endpoint
  'malformed-json': { status: 400, title: 'The body is not JSON', scimType: 'invalidSyntax' },
  'malformed-text': { status: 400, title: 'The text is not valid', scimType: 'invalidValue' },
  'malformed-request': {
    status: 400,
    title: 'The request is malformed',
    scimType: 'invalidSyntax',
  },
  'invalid-parameter': { status: 400, title: 'A parameter is not valid', scimType: 'invalidValue' },
  'invalid-value': { status: 400, title: 'A value is not valid', scimType: 'invalidValue' },
  'request-timeout': { status: 408, title: 'The request did not arrive in time' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'header-too-large': { status: 431, title: 'The request headers are too large' },
  'not-done': { status: 424, title: 'Another operation failed, so all were undone' },
  'unsupported-media-type': { status: 415, title: 'The media type is not supported' },
  'not-acceptable': { status: 406, title: 'No response format is acceptable' },
  'unknown-path': { status: 404, title: 'There is no resource at this path' },
  'not-found': { status: 404, title: 'There is no such resource' },
  'method-not-allowed': { status: 405, title: 'The method is not supported here' },
  'precondition-failed': { status: 412, title: 'The resource has changed' },
  'too-many-requests': {
    status: 429,
    title: 'Too many requests',
    // draft-ietf-httpapi-ratelimit-headers-10 §5
    problemType: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  },
  'plain-http': { status: 403, title: 'HTTPS is required' },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
  },
  'idempotency-key-busy': { status: 409, title: 'The first request with the key is still running' },
  'not-implemented': { status: 501, title: 'The feature is not implemented' },
  'query-too-slow': { status: 400, title: 'The query took too long', scimType: 'tooMany' },
  'query-too-heavy': { status: 503, title: 'Counting took too long' },
  busy: { status: 503, title: 'The service is busy' },
  draining: { status: 503, title: 'The server is stopping' },
  'pages-not-built': { status: 503, title: 'The web pages are not built' },
  'read-only': { status: 503, title: 'The service can only be read for now' },
  'storage-unavailable': { status: 503, title: 'The storage is not available' },
  internal: { status: 500, title: 'Formstead had an internal error' },

  // Authentication and authorisation
  'credentials-missing': { status: 401, title: 'Authentication is required' },
  'credentials-invalid': {
    status: 401,
    title: 'The credentials are not valid',
    oauth: 'invalid_client',
  },
  'sign-in-by-sso': { status: 401, title: 'The organisation allows single sign-on only' },
  'basic-off': { status: 401, title: 'Basic authentication is turned off' },
  'basic-second-factor': {
    status: 403,
    title: 'Basic authentication does not support a second factor',
  },
  'token-invalid': { status: 401, title: 'The access token is not valid' },
  'token-expired': { status: 401, title: 'The access token has expired' },
  forbidden: { status: 403, title: 'The acting user may not do this' },
  'insufficient-scope': { status: 403, title: 'The credential may not do this' },
  'session-missing': { status: 401, title: 'The user must sign in' },
  'session-ended': { status: 401, title: 'The session has ended' },
  'sign-in-refused': { status: 401, title: 'The sign-in was refused' },
  'confirmation-needed': { status: 403, title: 'The user must confirm their identity' },
  'code-refused': { status: 401, title: 'The code was refused' },
  'sign-in-step-ended': { status: 401, title: 'The second step of the sign-in took too long' },
  'second-factor-needed': { status: 403, title: 'The user must set up a second factor first' },
  'confirmation-code-refused': { status: 403, title: 'The code was not accepted as confirmation' },
  'confirmation-by-passkey': { status: 403, title: 'The confirmation needs a passkey' },
  'confirmation-refused': { status: 403, title: 'The confirmation of identity failed' },
  'cross-site': { status: 403, title: 'The request came from another site' },
  'address-not-allowed': { status: 403, title: 'The credential may not be used from here' },

  // Token endpoint, RFC 6749 §5.2; answers of SAML come as forms, too
  'invalid-token-request': {
    status: 400,
    title: 'The form that was sent is malformed',
    oauth: 'invalid_request',
  },
  'unsupported-grant-type': {
    status: 400,
    title: 'The grant type is not supported',
    oauth: 'unsupported_grant_type',
  },
  'invalid-scope': { status: 400, title: 'The scope is not valid', oauth: 'invalid_scope' },
  'invalid-target': {
    status: 400,
    title: 'The resource is not one of this service',
    oauth: 'invalid_target',
  },
  'token-of-another': {
    status: 400,
    title: 'The token was issued to another client',
    oauth: 'unauthorized_client',
  },
  'unsupported-token-type': {
    status: 400,
    title: 'Tokens of this type cannot be revoked here',
    oauth: 'unsupported_token_type',
  },
  'key-set-unavailable': { status: 503, title: 'The key set of the client cannot be fetched' },

  // SCIM, RFC 7644 §3.12
  'invalid-filter': { status: 400, title: 'The filter is not valid', scimType: 'invalidFilter' },
  'invalid-path': { status: 400, title: 'The path is not valid', scimType: 'invalidPath' },
  'no-target': { status: 400, title: 'There is nothing to change', scimType: 'noTarget' },
  'too-many': { status: 400, title: 'The request asks for too much', scimType: 'tooMany' },
  'unsupported-version': {
    status: 400,
    title: 'This version of the protocol is not supported',
    scimType: 'invalidVers',
  },
  'immutable-attribute': {
    status: 400,
    title: 'The attribute cannot change',
    scimType: 'mutability',
  },

  'provisioning-paused': { status: 503, title: 'Provisioning is paused' },
  'provisioning-disconnected': { status: 403, title: 'Provisioning is turned off' },

  // Directory
  'user-name-taken': { status: 409, title: 'The userName is taken', scimType: 'uniqueness' },
  'group-name-taken': { status: 409, title: 'The group name is taken', scimType: 'uniqueness' },
  'break-glass-user': { status: 409, title: 'The userName is reserved', scimType: 'uniqueness' },
  'value-taken': { status: 409, title: 'The value is taken', scimType: 'uniqueness' },
  'local-user': { status: 403, title: 'The user was never provisioned' },
  'last-admin': { status: 403, title: 'The last active admin must stay' },
  'unknown-member': { status: 400, title: 'A member does not exist', scimType: 'invalidValue' },
  'unknown-manager': { status: 400, title: 'The manager does not exist', scimType: 'invalidValue' },
  'group-cycle': { status: 400, title: 'A group cannot contain itself', scimType: 'invalidValue' },
  'password-policy': { status: 400, title: 'The password is too weak', scimType: 'invalidValue' },
  'provisioned-field': { status: 409, title: 'The identity provider manages this field' },
  'admin-password': { status: 403, title: 'The password of an admin cannot be set here' },
  'admin-sign-in': { status: 403, title: 'Provisioning cannot change how an admin signs in' },

  // Accounts, credentials, set-up
  'account-exists': { status: 409, title: 'The account already exists' },
  'already-set-up': { status: 409, title: 'The service is already set up' },
  'sso-unavailable': { status: 502, title: 'The identity provider does not answer' },
  'sso-only': { status: 409, title: 'The organisation allows single sign-on only' },
  'sso-unproven': { status: 409, title: 'Nobody has signed in by single sign-on yet' },
  'last-break-glass': { status: 403, title: 'The last break-glass admin must stay' },
  'last-way-in': { status: 403, title: 'The last way to sign in must stay' },
  'no-break-glass': { status: 409, title: 'There is no break-glass admin' },
  'mail-off': { status: 409, title: 'No mail server is set up' },
  'push-off': { status: 409, title: 'The installation pushes no news' },
  'mail-refused': { status: 502, title: 'The mail server did not accept the mail' },
  'no-email': { status: 409, title: 'The user has no email address' },
  'link-invalid': { status: 403, title: 'The link is not valid' },
  'code-mismatch': { status: 409, title: 'The code does not match the secret' },
  'second-factor-required': { status: 409, title: 'The organisation requires a second factor' },
  'passkey-refused': { status: 409, title: 'The passkey was not accepted' },
  'user-inactive': { status: 409, title: 'The user is not active' },
  'set-up-link-invalid': { status: 403, title: 'The set-up link is not valid' },
  'credential-inactive': { status: 409, title: 'The credential cannot be used' },
  'credential-kind': { status: 409, title: 'The credential has another kind' },
  'too-many-secrets': { status: 409, title: 'The credential has too many valid secrets' },

  // Forms
  'export-too-large': { status: 422, title: 'The export is too large' },
  'bulk-too-large': { status: 422, title: 'There are too many for one action' },
  'bulk-changed': { status: 409, title: 'Others match than were shown' },
  'too-many-bulk-acts': { status: 409, title: 'There are too many unfinished actions' },
  'too-many-exports': { status: 409, title: 'There are too many unfinished exports' },
  'file-damaged': { status: 410, title: 'The stored file is damaged' },
  // RFC 4331 §6: 507 for what exceeds a quota
  'files-full': { status: 507, title: 'The files of the account have reached their limit' },
  'forms-full': { status: 507, title: 'The forms of the account have reached their limit' },
  'answers-full': { status: 507, title: 'The answers of the account have reached their limit' },
  'answers-of-day-full': { status: 429, title: 'The limit of answers per day is reached' },
  'uploads-full': {
    status: 429,
    title: 'The uploads of today have reached their limit',
    problemType: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  },
  'attachment-exists': { status: 409, title: 'Another file has this id' },
  'attachment-used': { status: 409, title: 'The file is in use' },
  'form-check-failed': { status: 422, title: 'The form could not be checked' },
  'form-check-timeout': { status: 422, title: 'Checking the form took too long' },
  'form-exists': { status: 409, title: 'A form with this id already exists' },
  'form-state': { status: 409, title: 'The status of the form does not allow this' },
  'template-state': { status: 409, title: 'The status of the template does not allow this' },
  'invalid-definition': { status: 422, title: 'The template definition is not valid' },
  'assignment-state': {
    status: 409,
    title: 'The state of the assignment does not allow this',
  },
  'nobody-reached': { status: 409, title: 'The mail would reach nobody' },
  'reminded-already': { status: 409, title: 'There was a reminder within a day' },
  'reference-used': { status: 409, title: 'The reference belongs to another assignment' },
  'unknown-assignee': { status: 400, title: 'The assignee does not exist' },
  'import-refused': { status: 422, title: 'The file cannot be imported' },
  'invalid-retention': { status: 422, title: 'The retention rule is not valid' },
  'not-a-colour': { status: 422, title: 'This is not a colour' },
  'unreadable-font': { status: 422, title: 'The font cannot be read' },
  'too-many-fonts': { status: 409, title: 'The organisation has as many fonts as it may' },
  'unreadable-pdf': { status: 422, title: 'The PDF cannot be used as paper' },
  'unreadable-picture': { status: 422, title: 'The picture cannot be read' },
  'invalid-attachment': { status: 400, title: 'The file cannot be attached' },
  'invalid-answers': { status: 422, title: 'The answers are not valid' },
  'correct-in-form': { status: 409, title: 'The answer can only be corrected in its form' },

  // Shared lists
  'invalid-list': { status: 422, title: 'The list is not valid' },
  'invalid-rows': { status: 422, title: 'The rows are not valid' },
  'list-busy': { status: 409, title: 'Other rows of the list are being written' },
  'list-used': { status: 409, title: 'Templates use the list' },
  'too-many-lists': { status: 409, title: 'The account has too many lists' },

  // Public links
  'public-links-off': { status: 403, title: 'Public links are turned off' },
  'public-link-unknown': { status: 404, title: 'There is no such public link' },
  'public-link-early': { status: 403, title: 'The public link is not open yet' },
  'public-link-paused': { status: 403, title: 'The public link is paused' },
  'public-link-ended': { status: 410, title: 'The public link has ended' },
  'public-link-full': { status: 410, title: 'The public link takes no more answers' },
  'public-link-answered': { status: 409, title: 'This browser has already sent a form' },
  'public-link-code-needed': { status: 403, title: 'The public link needs a code' },
  'public-link-code-refused': { status: 403, title: 'The code of the public link is wrong' },
  'proof-of-work-refused': { status: 403, title: 'The proof of work was not accepted' },

  // Webhooks
  'webhook-disabled': { status: 409, title: 'The webhook is turned off' },

  // Rules
  'rule-off': { status: 409, title: 'The rule is turned off' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof CATALOGUE;
