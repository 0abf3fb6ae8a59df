import { CATALOGUE, type ErrorCode, type ErrorRow } from './error-catalogue.ts';
import type { Because, ExtraMembers, ReasonedCode } from './error-reasons.ts';

export type { ErrorCode } from './error-catalogue.ts';
export type { Because } from './error-reasons.ts';

export interface ErrorOptions {
  /** The location of the error: a parameter name, an attribute path, a position. */
  readonly at?: string;
  /** Headers the answer must carry, for instance WWW-Authenticate, Allow, Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The reason within the code, with its members; public, and what pages translate instead of the detail. */
  readonly because?: Because & ExtraMembers;
  /** Extra public members, for instance `{ current }` after a failed comparison of revisions. */
  readonly extra?: ExtraMembers;
  /** Replaces the scimType of the catalogue row. */
  readonly scimType?: string;
  /** The id of the user or group that has the value: linked in the provisioning log, never sent. */
  readonly holder?: string | undefined;
  /** The internal cause: logged, never sent. */
  readonly cause?: unknown;
}

/** An error that a client sees: code and detail are public, the cause is private. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly row: ErrorRow;
  readonly detail: string;
  readonly at: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly extra: ExtraMembers;
  readonly scimType: string | undefined;
  readonly holder: string | undefined;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.row = CATALOGUE[code];
    this.detail = detail;
    this.at = options.at;
    this.headers = options.headers ?? {};
    this.extra = { ...options.because, ...options.extra };
    this.scimType = options.scimType ?? this.row.scimType;
    this.holder = options.holder;
  }

  get status(): number {
    return this.row.status;
  }
}

type OptionsOf<C extends ErrorCode> = C extends ReasonedCode
  ? readonly [ErrorOptions & { readonly because: Because & ExtraMembers }]
  : readonly [ErrorOptions?];

/** Returns the error to throw: `throw fail('not-found', 'There is no form with this id.')`. */
export function fail<C extends ErrorCode>(
  code: C,
  detail: string,
  ...[options]: OptionsOf<C>
): AppError {
  return new AppError(code, detail, options);
}
