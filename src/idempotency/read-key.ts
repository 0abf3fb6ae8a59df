import { fail } from '#kernel/errors.ts';

const MAX_KEY = 255;
const QUOTED = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const BARE = /^[\x21\x23-\x7e][\x20-\x7e]*$/;

/**
 * Returns the key of a request: a string in quotes (RFC 8941 §3.3.3), as the draft has it, or a bare text, as most
 * clients send it. Undefined without the header.
 * @throws AppError `invalid-parameter` for a key that is empty, too long, or not printable ASCII
 */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const [, quoted] = QUOTED.exec(text) ?? [];
  const key = quoted === undefined ? text : quoted.replaceAll(/\\(["\\])/g, '$1');
  const isKey = quoted !== undefined || BARE.test(text);
  if (isKey && key.length >= 1 && key.length <= MAX_KEY) return key;
  throw fail(
    'invalid-parameter',
    `Idempotency-Key must be 1 to ${MAX_KEY} printable ASCII characters, for instance a new UUID.`,
    { at: 'Idempotency-Key', because: { reason: 'length', min: 1, limit: MAX_KEY } },
  );
}
