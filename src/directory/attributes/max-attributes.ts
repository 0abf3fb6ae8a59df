import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';

/** The most characters of JSON that the attributes of one user or group may take: a list holds a thousand of them. */
const MAX_ATTRIBUTES_LENGTH = 262_144;

/**
 * Refuses attributes that take too much room: a request has a limit, but a PATCH adds to what is stored. Attributes
 * over the limit may become shorter.
 * @throws AppError `invalid-value`
 */
export function requireRoom(attributes: string, before = ''): void {
  if (attributes.length <= Math.max(MAX_ATTRIBUTES_LENGTH, before.length)) return;
  throw fail(
    'invalid-value',
    `All attributes together have ${counted(attributes.length, 'character')} as JSON. The limit is ${MAX_ATTRIBUTES_LENGTH}. Send fewer or shorter values.`,
    { because: { reason: 'too-long', limit: MAX_ATTRIBUTES_LENGTH } },
  );
}
