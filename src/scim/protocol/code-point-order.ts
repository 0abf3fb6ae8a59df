/** Surrogates encode code points above U+FFFF, and so must sort after U+E000 to U+FFFF. */
const rank = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;

/**
 * Orders text by code point: the order of its UTF-8 bytes, which is the order of storage (SQLite's BINARY, PostgreSQL's
 * "C"). `<` in JavaScript compares code units, whose order differs above U+FFFF.
 */
export function compareText(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) {
    const difference = rank(one.charCodeAt(index)) - rank(other.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
