/** The error types of RFC 7644 §3.12, table 9, and RFC 9865 §2.1; `tooLarge` is ours, for a 413. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers'
  | 'sensitive'
  | 'invalidCursor'
  | 'expiredCursor'
  | 'invalidCount'
  | 'tooLarge';

type ScimErrorParts = {
  readonly status: number;
  readonly detail: string;
  readonly scimType?: ScimType | undefined;
  readonly at?: string | undefined;
};

/**
 * The only error that this package throws for a client's input. `detail` is public: it says what is wrong and what
 * would be right. `at` is the attribute path or query parameter at fault, in the schema's spelling.
 */
export class ScimError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly scimType: ScimType | undefined;
  readonly at: string | undefined;

  constructor({ status, detail, scimType, at }: ScimErrorParts) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.detail = detail;
    this.scimType = scimType;
    this.at = at;
  }
}

const badRequest = (scimType: ScimType, detail: string, at?: string): ScimError =>
  new ScimError({ status: 400, scimType, detail, at });

/** 400: a value is missing, or does not fit its attribute's type or the schema. `at` starts the detail. */
export const invalidValue = (at: string, detail: string): ScimError =>
  badRequest('invalidValue', `${at}: ${detail}`, at);

/** 400: the structure of the body is wrong. */
export const invalidSyntax = (detail: string): ScimError => badRequest('invalidSyntax', detail);

/** 400: the filter is malformed, or a comparison in it is impossible or not supported. */
export const invalidFilter = (detail: string, at?: string): ScimError =>
  badRequest('invalidFilter', detail, at);

/** 400: a PATCH path is malformed. */
export const invalidPath = (detail: string): ScimError => badRequest('invalidPath', detail);

/** 400: a PATCH path selects nothing. */
export const noTarget = (detail: string): ScimError => badRequest('noTarget', detail);

/** 400: the request needs more work or results than the server allows. */
export const tooMany = (detail: string): ScimError => badRequest('tooMany', detail);

/** 400: the change does not fit the attribute's mutability. */
export const mutability = (at: string, detail: string): ScimError =>
  badRequest('mutability', `${at}: ${detail}`, at);

/** 400: the cursor was not issued to this client for this list (RFC 9865 §2.1). */
export const invalidCursor = (detail: string): ScimError =>
  badRequest('invalidCursor', detail, 'cursor');

/** 400: the cursor has expired (RFC 9865 §2.1). */
export const expiredCursor = (detail: string): ScimError =>
  badRequest('expiredCursor', detail, 'cursor');

/** 400: the count is invalid, or differs from that of the first request (RFC 9865 §2.1). */
export const invalidCount = (detail: string): ScimError =>
  badRequest('invalidCount', `count: ${detail}`, 'count');

/** 413: a bulk request exceeds a limit, which the detail names (RFC 7644 §3.7.4). */
export const tooLarge = (scimType: 'tooMany' | 'tooLarge', detail: string): ScimError =>
  new ScimError({ status: 413, scimType, detail });

/** 409: the request conflicts with the stored resources (RFC 7644 §3.12). */
export const conflict = (detail: string): ScimError => new ScimError({ status: 409, detail });

/** 409: a value is taken (RFC 7644 §3.3). */
export const uniqueness = (at: string, detail: string): ScimError =>
  new ScimError({ status: 409, scimType: 'uniqueness', detail: `${at}: ${detail}`, at });

/** 404: no such resource or endpoint. */
export const notFound = (detail: string): ScimError => new ScimError({ status: 404, detail });
