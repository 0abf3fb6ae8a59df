import type { Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { ifMatchAccepts } from '#scim/protocol/index.ts';

/** What a write asks of the resource that is there. */
export interface Preconditions {
  /** The If-Match header, or what says the same. */
  readonly ifMatch: string | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch?: string | undefined;
}

export const preconditionsOf = ({ headers }: Pick<Request, 'headers'>): Preconditions => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

/**
 * The version that a write must find, read from its preconditions against the one stored now: undefined when any will
 * do. Compared by the version part of the tag, weak or not (RFC 7644 §3.14, RFC 9110 §13.1).
 * @throws AppError `precondition-failed`
 */
export function requiredVersion(
  { ifMatch, ifNoneMatch }: Preconditions,
  stored: number,
): number | undefined {
  if (!ifMatchAccepts(ifMatch, stored)) {
    throw fail(
      'precondition-failed',
      'The resource is not at the version that If-Match names. Read it again and repeat the change.',
      { at: 'If-Match' },
    );
  }
  if (ifNoneMatch !== undefined && ifMatchAccepts(ifNoneMatch, stored)) {
    throw fail(
      'precondition-failed',
      'The resource is there, at a version that If-None-Match names. Leave the header out to change it.',
      { at: 'If-None-Match' },
    );
  }
  return ifMatch === undefined || ifMatch.trim() === '*' ? undefined : stored;
}
