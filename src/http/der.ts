// The few DER forms (X.690) that a certificate consists of. This module only writes them: node:crypto reads
// certificates.

/** Tags of X.690 §8 and the context tags of RFC 5280. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes one value: tag, length, content. */
function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = Buffer.from(length.toString(16).padStart(8, '0'), 'hex');
  const short = digits.subarray(digits.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | short.length), short, content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(TAG.sequence, ...parts);

export const setOf = (part: Uint8Array): Buffer => tagged(TAG.set, part);

/** Wraps whole values in `[n]`. */
export const explicit = (n: number, ...parts: readonly Uint8Array[]): Buffer =>
  tagged(0xa0 | n, ...parts);

/** Writes `[n]` instead of a primitive's own tag. */
export const implicit = (n: number, content: Uint8Array): Buffer => tagged(0x80 | n, content);

export const isTrue: Uint8Array = tagged(TAG.boolean, Buffer.of(0xff));

/** Encodes a non-negative integer from its big-endian bytes. */
export function derInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first === -1 ? Buffer.of(0) : bytes.subarray(first);
  // A leading one bit would make the number negative.
  return tagged(TAG.integer, Buffer.of(...((short[0] ?? 0) >= 0x80 ? [0] : [])), short);
}

export const octetString = (content: Uint8Array): Buffer => tagged(TAG.octetString, content);

/** Encodes bits in whole bytes, of which the last may have some unused at its end. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  tagged(TAG.bitString, Buffer.of(unusedBits), content);

export const utf8 = (text: string): Buffer => tagged(TAG.utf8, Buffer.from(text));

/** Encodes a dotted object identifier. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(TAG.objectId, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(arc: number): readonly number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}

/** Encodes a time to the second: UTCTime until 2049, GeneralizedTime from 2050 (RFC 5280 §4.1.2.5). */
export function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;
  return Number(text.slice(0, 4)) < 2050
    ? tagged(TAG.utcTime, Buffer.from(text.slice(2)))
    : tagged(TAG.generalizedTime, Buffer.from(text));
}
