import type { Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { ifMatchAccepts } from '#scim/protocol/index.ts';

/** The conditions that a write sets on the stored resource. */
export interface Preconditions {
  /** The If-Match header, or the `version` of a bulk operation. */
  readonly ifMatch: string | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch?: string | undefined;
}

export const preconditionsOf = ({ headers }: Pick<Request, 'headers'>): Preconditions => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
});

/**
 * Returns the version that a write must find, after checking its preconditions against the stored one; undefined when
 * any version is accepted. Compares the version part of the tag, weak or strong (RFC 7644 §3.14, RFC 9110 §13.1).
 * @throws AppError `precondition-failed`
 */
export function requiredVersion(
  { ifMatch, ifNoneMatch }: Preconditions,
  stored: number,
): number | undefined {
  if (!ifMatchAccepts(ifMatch, stored)) {
    throw fail(
      'precondition-failed',
      'The resource does not have the version in If-Match. Read it again, then repeat the change.',
      { at: 'If-Match' },
    );
  }
  if (ifNoneMatch !== undefined && ifMatchAccepts(ifNoneMatch, stored)) {
    throw fail(
      'precondition-failed',
      'The resource has a version that If-None-Match excludes. Leave the header out to change the resource.',
      { at: 'If-None-Match' },
    );
  }
  return ifMatch === undefined || ifMatch.trim() === '*' ? undefined : stored;
}
