import { fail } from '#kernel/errors.ts';

/** How long the attributes of one user or group are, as JSON, in characters: a list holds a thousand of them. */
const MAX_ATTRIBUTES_LENGTH = 262_144;

/**
 * One request says so much at most, but a PATCH adds to what is there. What is longer already may become shorter.
 * @throws AppError `invalid-value`
 */
export function requireRoom(attributes: string, before = ''): void {
  if (attributes.length <= Math.max(MAX_ATTRIBUTES_LENGTH, before.length)) return;
  throw fail(
    'invalid-value',
    `All attributes together take ${attributes.length} characters as JSON; at most ${MAX_ATTRIBUTES_LENGTH} are kept. Send fewer or shorter values.`,
  );
}
