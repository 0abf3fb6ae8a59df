import { fail } from '#kernel/errors.ts';
import { ifMatchAccepts } from '#scim/protocol/index.ts';

/**
 * The version that a write must find, read from If-Match against the one stored now: undefined when any will do.
 * Compared by the version part of the tag, weak or not (RFC 7644 §3.14).
 * @throws AppError `precondition-failed`
 */
export function requiredVersion(header: string | undefined, stored: number): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  if (ifMatchAccepts(header, stored)) return stored;
  throw fail(
    'precondition-failed',
    'The resource is not at the version that If-Match names. Read it again and repeat the change.',
    { at: 'If-Match' },
  );
}
