/**
 * Reasons within a code, as the member `reason` of a problem document, and the members that each of them fills in.
 * Public and stable like the codes. Pages have words for each reason in each language, so that nobody has to read the
 * English `detail`.
 */
export const REASONS = {
  // Shape of a value
  'unknown-member': [],
  missing: [],
  'wrong-type': [],
  'wrong-format': [],
  'not-allowed': ['allowed'],
  'too-long': ['limit'],
  'too-short': ['limit'],
  length: ['min', 'limit'],
  'too-high': ['limit'],
  'too-low': ['limit'],
  range: ['min', 'max'],
  days: ['max'],
  'item-count': ['min', 'limit'],
  'too-many-items': ['limit'],
  'too-few-items': ['limit'],
  repeated: [],
  'not-storable': [],
  time: [],
  uuid: [],
  conflict: [],

  // Lists and filters
  'bad-cursor': [],
  'query-too-long': ['limit'],
  'too-many-parameters': ['limit'],
  'filter-syntax': ['position'],

  // Somebody else wrote it first
  'list-changed': [],
  'list-rows-changed': [],
  'dashboard-changed': [],

  // References
  'unknown-user': [],
  'unknown-group': [],
  'unknown-groups': [],
  'unknown-template': [],
  'unknown-view': [],
  'no-bucket': [],
  'unknown-credential': [],
  'unknown-time-zone': [],

  // Settings, credentials, connections
  'idle-beyond-session': [],
  network: ['value'],
  'key-address': ['limit'],
  'key-set-syntax': [],
  'key-unusable': ['number'],
  'issuer-needs-address': [],
  'issuer-address': [],
  'claim-not-lasting': [],
  'secret-needed': [],
  'saml-metadata': ['said'],
  'saml-unreachable': [],
  'saml-metadata-needed': [],
  'saml-not-waiting': [],
  'credential-of-another': ['name'],
  'own-path-only': [],
  'token-characters': [],
  'webhook-address': [],
  'password-or-passkey': [],
  'most-people': ['limit'],
  'last-try': [],
  'several-organisations': [],
  'password-by-sso': [],
  'passkey-unknown': [],
  'password-wrong': [],
  'mail-server-answer': ['answer'],
  'would-sign-you-out': [],
  'most-items': ['limit'],

  'ends-before-begin': [],
  'never-occurs': [],

  // Passwords
  'password-short': ['limit'],
  'password-long': ['limit'],
  'password-common': [],
  'password-easy': [],
  'password-breached': [],

  // Templates, forms, files
  placeholder: ['value', 'allowed'],
  brace: ['position', 'allowed'],
  location: [],
  'export-target': [],
  'export-kind': [],
  'export-pages': [],
  'file-empty': [],
  'file-type-differs': ['mediaType'],
  'file-name-long': ['limit'],
  'file-field': [],
  'most-files': ['limit'],
  'font-format': [],
  'font-damaged': [],
  'pdf-format': [],
  'pdf-damaged': [],
  'pdf-password': [],
  'pdf-xfa': [],
  'pdf-pages': [],
  'pdf-too-large': [],
  'too-many-pixels': ['width', 'height', 'limit'],
  'template-archived': [],
  'template-unpublished': [],
  'template-never-published': [],
  'template-was-published': [],
  'template-lists': [],
  'template-people': [],
  'right-fill': [],
  'right-see': [],
  'right-edit': [],
  'right-assign': [],
  'right-review': [],
  'assign-of-others': [],
  'right-manage': [],
  'right-see-all': [],
  'rule-webhook-admin': [],
  'rule-strangers-admin': [],
  'rule-form-ended': [],
  'rule-order': [],
  'review-own': [],
  'review-decided': ['who'],
  'review-opened': ['who'],
  'review-locked': [],
  'office-missing': ['value'],
  'signature-missing': [],
  'signature-unasked': [],
  'signature-unknown': [],
  'no-declining': [],
  'not-in-review': [],
  'remark-missing': [],
  'reason-missing': [],
  'nothing-to-blank': [],
  'unknown-field': ['value'],
  'unknown-list': [],
  'field-without-choices': ['value'],
  'rights-empty': [],
  'unknown-subject': [],
  'answer-file': [],
  'answer-calculated': [],
  'answer-rows': [],
  'answer-in-parts': [],
  'answer-read-only': [],
  'answer-hidden': [],
  'answer-not-asked': [],
  'answer-removes': ['names'],
  'form-deleted': [],
  'form-assigned': [],
  'form-claimed': [],
  'work-cancelled': [],
  'work-declined': [],
  'work-begun': [],
  'work-assigned': [],
  'import-kind': [],
  'import-damaged': ['part'],
  'import-protected': [],
  'import-size': ['limit'],
  'import-rows': ['limit'],
  'import-definition': ['limit'],
  'import-effort': [],
  'import-no-survey': [],
  'import-groups': ['row'],
  'import-cycle': ['names'],
  'import-version': ['value'],

  // Request limits
  'day-of-person': [],
  'day-of-link': [],
  'day-of-site': [],
  'per-period': ['limit', 'seconds', 'retrySeconds'],
  'at-once': ['limit'],
  // Whose limit of a public link was reached: that of an address, of its site, or of the link
  'link-sends-address': ['limit', 'minutes', 'retryMinutes'],
  'link-sends-site': ['limit', 'minutes', 'retryMinutes'],
  'link-sends': ['minutes', 'retryMinutes'],
  'link-searches-site': ['limit', 'minutes', 'retryMinutes'],
  'link-searches': ['minutes', 'retryMinutes'],
  'link-uploads-address': ['limit', 'minutes', 'retryMinutes'],
  'link-uploads-site': ['limit', 'retryHours'],
  'link-uploads': ['retryHours'],
  'link-uploads-day': ['limit', 'used', 'retryHours'],
  'link-codes-address': ['limit', 'minutes', 'retryMinutes'],
  'link-codes-site': ['limit', 'minutes', 'retryMinutes'],
  'link-codes': ['limit', 'minutes', 'retryMinutes'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The members of every problem document: RFC 9457 §3.1 defines the first five. No error may use their names. */
export const PROBLEM_MEMBERS = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'at',
  'requestId',
] as const;
/** Further members of a problem document, under names that are free. */
export type ExtraMembers = Readonly<Record<string, unknown>> & {
  readonly [M in (typeof PROBLEM_MEMBERS)[number]]?: never;
};

type Reasons = typeof REASONS;
export type Reason = keyof Reasons;
/** A reason, with the members that it fills in. */
export type Because = {
  readonly [R in keyof Reasons]: { readonly reason: R } & Readonly<
    Record<Reasons[R][number], string | number>
  >;
}[keyof Reasons];

/** The codes that cover so many cases that each error has to give its reason. */
export type ReasonedCode =
  | 'invalid-value'
  | 'invalid-parameter'
  | 'invalid-attachment'
  | 'password-policy'
  | 'too-many'
  | 'too-many-requests';
