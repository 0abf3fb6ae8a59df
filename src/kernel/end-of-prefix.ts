const LAST_CODE_POINT = 0x10ffff;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;

/**
 * Returns the first text after all that start with the prefix, in code-point order, so that "starts with" becomes a
 * range of an index, and `%` and `_` are ordinary characters. Undefined: no text follows them.
 */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (letter) => letter.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  const next = last + 1;
  const valid = next >= FIRST_SURROGATE && next <= LAST_SURROGATE ? LAST_SURROGATE + 1 : next;
  return String.fromCodePoint(...points, valid);
}
