import type { UniquenessFault } from '#directory/index.ts';
import { MAX_KEY_LENGTH } from '#kernel/text.ts';

export const FIX =
  'Change the values over SCIM with the schemas of before, or leave uniqueness out of the schema.';

/** Describes which resources have a value that cannot be unique. */
export function describeFault({ attribute, accountId, ids }: UniquenessFault): string {
  const who = ids.join(' and ');
  return ids.length > 1
    ? `${attribute}: ${who} of account ${accountId} have the same value.`
    : `${attribute}: the value of ${who} of account ${accountId} is longer than ${MAX_KEY_LENGTH} characters.`;
}
