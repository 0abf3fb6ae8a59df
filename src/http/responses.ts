import type { TSchema } from 'typebox';
import type { ErrorCode } from '#kernel/errors.ts';

/** One answer of an endpoint, as the OpenAPI document describes it. */
export interface ResponseDoc {
  readonly description: string;
  /** Undefined: no body. Errors always have the schema of the protocol. */
  readonly schema?: TSchema;
  /** Set when it differs from the protocol's own. */
  readonly mediaType?: string;
  /** The description of each header, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The codes of an error that the endpoint answers by itself, beside those that all endpoints of its kind have. */
  readonly codes?: readonly ErrorCode[];
}

/** Answers that many endpoints have: an endpoint names one instead of describing it, as in `404: 'no template'`. */
const RESPONSES = {
  deleted: 'Deleted.',
  'session ended': 'The session has ended.',
  'not modified': 'The answer has not changed since the version in If-None-Match.',
  'resource not modified': 'The resource has not changed since the version in If-None-Match',
  'wrong parameter': 'A parameter is not valid. `at` names it.',
  'template not managed': 'The user does not manage the template.',
  'wrong link': 'The link is not valid.',
  'no assignment seen': 'There is no assignment with this id that the user may see.',
  'assignment ended': 'The assignment is done, declined or cancelled.',
  'no connection': 'There is no such connection.',
  'no credential': 'There is no such credential.',
  'no group': 'There is no such group.',
  'no link': 'There is no such link.',
  'no rule': 'There is no rule with this id that the user may see.',
  'no rule run': 'There is no run with this id that the user may see.',
  'no scheduled export': 'There is no scheduled export with this id that the user may see.',
  'no series': 'There is no series with this id that the user may see.',
  'no template': 'There is no such template.',
  'no document': 'There is no such template or document that the user may see.',
  'no user': 'There is no such user.',
  'no webhook': 'There is no such webhook.',
  'no webhook in the account': 'The account has no such webhook.',
  'no action': 'The user has no such action.',
  'no view': 'The user has no such view.',
  'no dashboard seen': 'There is no dashboard with this id that the user may see.',
  'no file seen': 'There is no such file in a form that the user may see.',
  'no form seen': 'There is no form with this id that the user may see.',
  'no form seen by the acting user': 'There is no form with this id that the acting user may see.',
  'no list to use': 'There is no list with this id that the user may use.',
  'no template to use': 'There is no template with this id that the user may use.',
  'no template to use by the acting user':
    'There is no such template that the acting user may use.',
  'no template whose forms are seen':
    'There is no template with this id whose forms the user may see.',
  'sso only': 'The account allows single sign-on only.',
  'link ended': 'The link has ended, or has received as many answers as it takes.',
  'template archived': 'The template is archived.',
  'files full': 'The files of the account have reached their limit (`files-full`).',
  'template changed':
    'Another user changed the template. `currentRevision` is its current revision.',
  'rows changed': 'The rows have changed. `currentVersion` is their version.',
  'file above 10 MiB': 'The file is larger than 10 MiB.',
  'wrong answers': 'Answers have the wrong type. `faults` lists each position.',
  'wrong columns': 'The columns are not valid. `at` names the position.',
  'wrong definition': 'The definition is not valid. `faults` lists each position.',
  'too many form checks': 'Too many forms are being checked.',
} as const;

export type ResponseName = keyof typeof RESPONSES;

export const responseOf = (response: ResponseDoc | ResponseName): ResponseDoc =>
  typeof response === 'string' ? { description: RESPONSES[response] } : response;
