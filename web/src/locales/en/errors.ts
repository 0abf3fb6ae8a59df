import type { ErrorCode } from '#kernel/error-catalogue.ts';
import type { Reason } from '#kernel/error-reasons.ts';
import type { CallFailure } from '#outbound/call-failure.ts';
import { callFailures } from './call-failures.ts';
import { linkErrors, linkLimits } from './link-limits.ts';
import { pdfReasons } from './pdf-reasons.ts';
import { signInReasons } from './sign-in-reasons.ts';
import { ssoReasons } from './sso-reasons.ts';
import { workErrors, workLosses } from './work-errors.ts';

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
    'header-too-large':
      'The browser sent too much. Delete the cookies of this address, then try again.',
    'not-done': 'Another step failed, so nothing was changed.',
    'unsupported-media-type': 'Formstead does not accept this type of data here.',
    'not-acceptable': 'The service cannot answer in the format that was asked for.',
    'unknown-path': 'There is nothing at this address.',
    'not-found': 'This does not exist, or you may not see it.',
    'method-not-allowed': 'This cannot be done here.',
    'precondition-failed':
      'Another person has changed this. Load the page again, then repeat your change.',
    'too-many-requests': 'Too many requests. Wait a moment, then try again.',
    'plain-http': 'This service is reached over HTTPS only. Open the address with https://.',
    'idempotency-key-reused': 'This key belongs to another request.',
    'idempotency-key-busy': 'The first request with this key is still running.',
    'not-implemented': 'This is not available.',
    'query-too-heavy': 'Counting takes too long. Choose fewer fields, then try again.',
    'query-too-slow': 'The search took too long. Narrow it down, then try again.',
    busy: 'The service is busy. Try again in a moment.',
    draining: 'The service is about to stop. Try again in a moment.',
    'pages-not-built': 'The web pages of this service are not built. Tell the operator.',
    'read-only':
      'The service is being moved and can only be read meanwhile. Nothing was changed. Try again in a few minutes.',
    'storage-unavailable': 'The service cannot reach its storage. Try again in a moment.',
    internal: 'Formstead had an internal error. Try again. If it happens again, tell the operator.',
    'credentials-missing': 'You are not signed in. Sign in, then try again.',
    'credentials-invalid': 'The sign-in details are not right.',
    'sign-in-by-sso':
      'Your organisation allows single sign-on only. Sign in with its identity provider. Passwords and passkeys work for break-glass admins only.',
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
      'The user name, email or password is wrong, or you may not sign in here. An email that several people share does not work.',
    'code-refused':
      'The code is wrong or was used before. Wait for the next code of your app, or use a recovery code. Tries left: {{triesLeft}}.',
    'sign-in-step-ended': 'That took too long, or too many codes were wrong. Sign in again.',
    'second-factor-needed':
      'Your organisation requires a second factor. Set up an authenticator app or a passkey first.',
    'confirmation-code-refused':
      'The code is missing, is wrong or was used before. Enter the next code of your app, or a recovery code.',
    'confirmation-by-passkey':
      'Your organisation requires a second factor, so your password alone is not enough. Use your passkey.',
    'confirmation-needed': 'Confirm that it is you, then try again.',
    'confirmation-refused': 'This does not prove that it is you. Check your password or passkey.',
    'cross-site':
      'Another website started this, so it was refused. Open the service in a tab of its own.',
    'address-not-allowed': 'This credential may not be used from this network.',
    'invalid-token-request': 'The token request is not valid.',
    'unsupported-grant-type': 'This grant type is not supported.',
    'invalid-scope': 'The scope is not valid.',
    'invalid-target': 'The resource is not one of this service.',
    'token-of-another': 'The token was issued to another client.',
    'unsupported-token-type': 'Tokens of this type cannot be revoked here.',
    'key-set-unavailable': 'The key set of the client cannot be fetched.',
    'invalid-filter': 'The filter is not valid.',
    'invalid-path': 'The path is not valid.',
    'no-target': 'There is nothing to change.',
    'too-many': 'This is more than allowed.',
    'too-many/limit': 'This is more than allowed. The maximum is {{limit}}.',
    'unsupported-version': 'This version of the protocol is not supported.',
    'immutable-attribute': 'This cannot be changed.',
    'provisioning-paused': 'Provisioning is paused.',
    'provisioning-disconnected': 'Provisioning is turned off.',
    'user-name-taken': 'This user name is taken. Choose another one.',
    'group-name-taken': 'Another group has this name. Choose another one.',
    'break-glass-user': 'This user name is reserved. Choose another one.',
    'value-taken': 'This value is taken. Every value may exist only once.',
    'local-user': 'This user was not created by the identity provider.',
    'last-admin':
      'This is the last active admin who can sign in. Make another user an admin first, with a password, a passkey or single sign-on.',
    'unknown-member': 'A member does not exist.',
    'unknown-manager': 'The manager does not exist.',
    'group-cycle': 'A group cannot contain itself, directly or through others.',
    'password-policy':
      'This password is too weak or too well known. Choose a longer one that nobody can guess.',
    'provisioned-field': 'The identity provider manages this. Change it there.',
    'admin-password': 'The password of an admin cannot be set here.',
    'admin-sign-in': 'The identity provider cannot change how an admin signs in.',
    'account-exists': 'This organisation exists already.',
    'already-set-up': 'The service is already set up. Sign in.',
    'sso-unavailable': 'The identity provider does not answer. Try again in a moment.',
    'sso-only':
      'Your organisation allows single sign-on only, so passwords and passkeys cannot be set.',
    'sso-unproven': 'Sign in with the identity provider once, in a private window, then try again.',
    'last-break-glass':
      'No other break-glass admin has a password or passkey. Appoint another one, or allow passwords again first.',
    'last-way-in':
      'You could not sign in any more. Add another passkey first, or ask an admin for a link to choose a password.',
    'no-break-glass':
      'No active admin is break-glass and has a password or passkey. The operator can appoint one with formstead user protect.',
    'mail-off': 'No mail server is set up, so nothing was sent.',
    'mail-refused': 'The mail server did not accept the email. Check how it is set up.',
    'no-email': 'This user has no email address. Enter one first.',
    'link-invalid':
      'This link was used, has expired or was replaced by a newer one. Ask for another one.',
    'code-mismatch':
      'The code is wrong. Check the time on the device with the app, and enter the code it shows now.',
    'second-factor-required':
      'Your organisation requires a second factor. Set up another app or add another passkey first.',
    'passkey-refused': 'The passkey was not accepted. Start again.',
    'user-inactive': 'This user is deactivated. Activate the user first.',
    'set-up-link-invalid':
      'This set-up link is not valid. Use the one that the service printed last.',
    'credential-inactive': 'This credential cannot be used any more. Create a new one.',
    'credential-kind': 'This does not fit the type of this credential.',
    'too-many-secrets': 'This credential has as many valid secrets as possible. Revoke one first.',
    'export-too-large': 'The export is too large. Narrow the selection.',
    'bulk-too-large':
      'These are too many for one action. The maximum is {{limit}}. Narrow the list with filters.',
    'bulk-changed':
      'The list has changed: {{count}} match now, not {{expected}}. Look at it again, then start the action.',
    'too-many-bulk-acts':
      'You already have {{limit}} unfinished bulk actions. Wait until one of them is done, or cancel it.',
    'too-many-exports': 'Too many exports are running. Wait until one of them is done.',
    'file-damaged':
      'The stored file is damaged. Ask an admin to restore it from a backup, or attach it again.',
    'files-full':
      'The files of your organisation have reached their limit. Ask an admin to delete exports, or to have the limit raised.',
    'forms-full':
      'Your organisation has as many forms as it may. Ask an admin to delete forms, or to have the limit raised.',
    'answers-full':
      'The answers of your organisation have reached their limit. Ask an admin to delete forms, or to have the limit raised.',
    'answers-of-day-full': 'As much as is possible in a day was saved. Try again tomorrow.',
    'uploads-full': 'You have uploaded as much as is possible in a day. Try again tomorrow.',
    'attachment-exists': 'Another file was stored in its place. Choose the file again.',
    'attachment-used': 'The file is part of a form.',
    'form-check-failed': 'The form could not be checked. Tell the person who made its template.',
    'form-check-timeout': 'Checking the form took too long. Tell the person who made its template.',
    'form-exists': 'This form exists already.',
    'form-state': 'The form was completed, reopened or deleted meanwhile.',
    'invalid-definition': 'The template has faults that must be put right first.',
    'import-refused': 'The file cannot be imported. Choose an XLSForm or an exported template.',
    'invalid-retention':
      'This rule is not valid. Enter a whole number of days, and choose fields that the template has.',
    'not-a-colour': 'This is not a colour. Write it as #rrggbb, for example #0b5cad.',
    'unreadable-font': 'This font cannot be read.',
    'too-many-fonts': 'There are three fonts already. Remove one first.',
    'unreadable-pdf': 'This PDF cannot be used.',
    'unreadable-picture': 'The picture is damaged or too large. Save it again, or make it smaller.',
    'invalid-attachment': 'This file cannot be attached: wrong type or size, or too many files.',
    'correct-in-form': 'This answer can only be corrected in its form.',
    'invalid-answers': 'Some answers are missing or not right.',
    'invalid-list': 'The columns of the list are not valid. Check them, then try again.',
    'invalid-rows': 'Some rows are not valid, so nothing was changed.',
    'list-busy': 'Another person is changing rows of this list. Try again in a moment.',
    'list-used': 'Templates use this list. Remove it from them first.',
    'too-many-lists': 'Your organisation has reached its limit of lists. Delete one first.',
    ...linkErrors,
    ...workErrors,
    'webhook-disabled': 'The webhook is turned off. Turn it on first.',
    'body-too-large/limit': 'This is too large. The maximum is {{limitSize}}.',
    'body-too-large': 'This is too large. Choose something smaller.',
    'too-many-secrets/limit':
      'This credential already has {{limit}} valid secrets. Revoke one first.',
    'too-many-exports/limit':
      'You already have {{limit}} unfinished exports. Wait until one of them is done.',
    'files-full/limit':
      'The files of your organisation take {{usedSize}} of {{limitSize}}. Ask an admin to delete exports, or the operator for a higher limit.',
    'forms-full/limit':
      'Your organisation has {{used}} of {{limit}} forms. Ask an admin to delete forms, or the operator for a higher limit.',
    'answers-full/limit':
      'The answers of your organisation take {{usedSize}} of {{limitSize}}. Ask an admin to delete forms, or the operator for a higher limit.',
    'uploads-full/limit':
      'You have uploaded {{usedSize}} of {{limitSize}} today. Try again tomorrow.',
    'form-check-timeout/limit':
      'Checking the form took longer than {{limit}} seconds. Tell the person who made its template.',
    'invalid-answers/limit': 'The answers are too large. The maximum is {{limitSize}}.',
  },
  callFailures,
  errorReasons: {
    ...signInReasons,
    'mail-server-answer':
      'The mail server did not accept the email ({{answer}}). Check its settings.',
    'unknown-member': 'Formstead does not know this entry. Load the page again.',
    missing: 'This entry is missing. Fill it in.',
    'wrong-type': 'This entry has the wrong type. Check it, then try again.',
    'wrong-format': 'This entry has the wrong format. Check it, then try again.',
    'not-allowed': 'This value is not allowed. Allowed are: {{allowed}}.',
    'too-long': 'The text is too long. Use at most {{limit}} characters.',
    'too-short': 'The text is too short. Use at least {{limit}} characters.',
    length: 'Enter {{min}} to {{limit}} characters.',
    'too-high': 'The number is too high. Enter at most {{limit}}.',
    'too-low': 'The number is too low. Enter at least {{limit}}.',
    range: 'Enter a whole number from {{min}} to {{max}}.',
    days: 'This period is too long or too short. The maximum is {{max}} days.',
    'item-count': 'Enter {{min}} to {{limit}} entries.',
    'too-many-items': 'There are too many entries. The maximum is {{limit}}.',
    'too-few-items': 'There are too few entries. The minimum is {{limit}}.',
    repeated: 'This entry was given more than once. Give it once.',
    'not-storable': 'The text contains characters that cannot be stored. Remove them.',
    time: 'This is not a valid date or time. Check it, then try again.',
    uuid: 'This ID is not valid. Load the page again.',
    conflict: 'These two filters cannot be combined. Remove one of them.',
    'bad-cursor': 'This list has changed. Load the page again.',
    'query-too-long': 'The filters are too long. Use at most {{limit}} characters.',
    'too-many-parameters': 'There are too many filters. Use at most {{limit}}.',
    'filter-syntax':
      'Formstead cannot read the filter from position {{position}}. Correct it there.',
    'list-changed':
      'This list was changed meanwhile. Load the page again, then repeat your change.',
    'list-rows-changed': 'The rows were changed after the file was checked. Choose the file again.',
    'dashboard-changed':
      'This dashboard was changed meanwhile. Load the page again, then repeat your change.',
    'unknown-user': 'This user does not exist. Choose another one.',
    'unknown-group': 'This group does not exist. Choose another one.',
    'unknown-groups': 'A group does not exist or appears twice. Check the groups.',
    'unknown-template': 'This template does not exist. Choose another one.',
    'unknown-credential': 'One of these credentials does not exist. Choose another one.',
    'unknown-time-zone': 'This time zone does not exist. Choose one from the list.',
    'idle-beyond-session': 'The time of inactivity is longer than a session. Enter a lower number.',
    network:
      '{{value}} is not an IP address or network. Enter for example 192.0.2.7 or 192.0.2.0/24.',
    'key-address':
      'Enter an https address of at most {{limit}} characters, without a user name, password or fragment.',
    'key-set-syntax': 'This is not a key set. Enter JSON of the form {"keys": [ … ]}.',
    'key-unusable':
      'Formstead cannot use key {{number}}. Use a public RSA, EC or Ed25519 key for signatures.',
    'issuer-needs-address': 'The keys of an issuer must come from an address. Enter that address.',
    'own-path-only': 'This address does not belong to Formstead. Sign in from the start page.',
    'token-characters': 'A token has no spaces and no special characters. Copy it again.',
    'webhook-address':
      'Formstead cannot send webhooks to this address. Enter a public https address without a user name, password or fragment.',
    'password-or-passkey': 'Use either your password or a passkey.',
    'most-people': 'These groups have more than {{limit}} members together. Choose smaller groups.',
    'most-items': 'The maximum of {{limit}} is reached. Remove one first.',
    'would-sign-you-out':
      'You would be signed out. Sign in with the identity provider, then try again.',
    'password-short': 'This password is too short. Use at least {{limit}} characters.',
    'password-long': 'This password is too long. Use at most {{limit}} characters.',
    'password-common':
      'This password is very common. Choose several words that do not belong together.',
    'password-easy':
      'This password is easy to guess. Avoid names, common passwords and repeated characters.',
    'password-breached':
      'This password appeared in a data breach. Choose one that nobody has used before.',
    placeholder: 'The placeholder {{value}} does not exist. Use {{allowed}}.',
    brace: 'The brace at position {{position}} belongs to no placeholder. Use {{allowed}}.',
    location: 'This location is not on Earth. Add your location again.',
    'export-target': 'Choose a template or a form to export.',
    'export-kind': 'A single form can only be exported as a PDF.',
    'export-pages': 'Single pages cannot be exported. Export the whole form.',
    'file-empty': 'The file is empty. Choose another one.',
    'file-type-differs':
      'The content of the file does not match its type {{mediaType}}. Choose another file.',
    'file-name-long': 'The file name is too long. Use at most {{limit}} characters.',
    'file-field': 'The form has no file field for this file. Load the page again.',
    'most-files': 'A form may have at most {{limit}} files. Delete one first.',
    'font-format': 'This is not a TTF or OTF font.',
    'font-damaged': 'The font is damaged. Try another file.',
    'too-many-pixels':
      'The picture has {{width}} × {{height}} pixels. The maximum is {{limit}} pixels. Make it smaller.',
    'template-archived': 'The template is archived. Choose another one.',
    'answer-file': 'Files are replaced in the form.',
    'answer-calculated':
      'The form calculates this answer. Correct the answers that it is calculated from.',
    'answer-rows': 'The rows of a table are corrected in the form.',
    'answer-in-parts': 'Locations, codes and rows of shared lists are corrected in the form.',
    'answer-read-only': 'The form does not allow this answer to be changed.',
    'answer-hidden': 'The form does not ask this at the moment, because of its other answers.',
    'answer-not-asked': 'The version of this form does not ask this field.',
    'form-deleted': 'This form was deleted.',
    'form-assigned': 'This form was assigned to someone else.',
    'form-claimed': 'Another member of your group took this form over.',
    ...workLosses,
    'answer-removes':
      'With this answer, the form would lose its answers to {{names}}. Correct it in the form.',
    'import-kind':
      'The file is not an XLSForm (.xlsx or .xls) and not an exported template (.json). Choose another file.',
    'import-damaged':
      'The file is damaged: {{part}} cannot be read. Save it again, then import it.',
    'import-protected': 'The workbook has a password. Save it without one, then import it.',
    'import-size':
      'The workbook holds more than {{limit}} bytes. Remove formatting and sheets that the form does not need.',
    'import-rows': 'The sheets that are read have more than {{limit}} rows.',
    'import-definition':
      'The template would be larger than {{limit}} bytes. Split the form, or shorten its lists of choices.',
    'import-effort': 'The file is too large. Remove sheets and rows that the form does not need.',
    'import-no-survey':
      'The workbook has no sheet “survey” with a column “type”, so it is not an XLSForm.',
    'import-groups':
      'Row {{row}} of the sheet “survey”: each group and repeat needs an end, and at most 8 may be nested.',
    'import-cycle':
      'These fields depend on each other in a circle: {{names}}. Change a condition or calculation of one of them.',
    'import-version':
      'This Formstead does not know version {{value}} of the format. Update it, or export the template again.',
    'template-never-published':
      'The template was never published, so it can’t be archived. Delete it instead.',
    'template-was-published':
      'The template was published, so it can’t be deleted: its forms would be lost. Archive it instead.',
    'template-unpublished': 'The template is not published yet. Publish it first.',
    'template-lists':
      'The template has fields that choose from a list that is not public. Make the list public, then create the link.',
    'template-people':
      'Visitors of a link see nobody of the directory. Remove the fields that ask for people first.',
    'right-fill': 'You may not fill in this template. Ask a person who manages it.',
    'right-see':
      'You may not see the answers of this template. Take the rights on it first, or choose another template.',
    'right-edit':
      'You may not change answers of others here. Ask a person who manages the template.',
    'right-review': 'You are not asked to review this form. Ask a person who manages the template.',
    'review-own': 'You may not review your own form. Another reviewer decides on it.',
    'office-missing': 'Fill in first: {{value}}.',
    'review-decided': '{{who}} has already decided on this form.',
    'review-opened': '{{who}} has opened the form to review it. Ask them to send it back.',
    'review-locked': 'The review of this form is finished. Reopen it to change answers.',
    'right-assign': 'You may not assign forms of this template. Ask a person who manages it.',
    'assign-of-others':
      'You may assign only your own drafts and those of your groups here. To assign drafts of others, you also need the right to edit answers. Ask a person who manages the template.',
    'right-manage': 'You may not change this template. Ask a person who manages it, or an admin.',
    'nothing-to-blank': 'Choose at least one field to blank, or the location.',
    'field-without-choices':
      'Answers cannot be grouped by the field “{{value}}”, because it has no choices or belongs to a table. Choose another field.',
    'unknown-list': 'This list does not exist, or you may not use it. Choose another one.',
    'unknown-field': 'The template has no field “{{value}}”.',
    'rights-empty': 'Choose at least one right, or remove the entry.',
    'unknown-subject': 'This user or group no longer exists. Choose another one.',
    'day-of-person': 'You have added as much to forms as is allowed in a day. Try again tomorrow.',
    'day-of-link': 'This form has received as much as it takes in a day. Try again tomorrow.',
    'day-of-site':
      'As much as is possible in a day was sent from your network. Try again tomorrow.',
    'per-period':
      'Too many requests: at most {{limit}} in {{seconds}} seconds. Try again in {{retrySeconds}} seconds.',
    'ends-before-begin': 'The end must be later than the beginning.',
    'never-occurs': 'There is no such date. Check the days, the start and the end.',
    'at-once': 'Too many requests at once: at most {{limit}}. Wait a moment, then try again.',
    ...linkLimits,
    ...pdfReasons,
    ...ssoReasons,
  },
} as const satisfies {
  readonly errors: Words;
  readonly callFailures: Readonly<Record<CallFailure | 'secret-lost' | 'no-right', string>>;
  readonly errorReasons: Readonly<Record<Reason, string>>;
};
