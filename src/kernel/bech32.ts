// Bech32 (BIP 173) without a limit of its length, as age writes keys.

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LETTERS = 6;

/** Returns the bytes of a key such as `age1…`, or undefined if it is not one with this prefix. */
export function bytesOfBech32(text: string, prefix: string): Buffer | undefined {
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) return undefined;
  if (!lower.startsWith(`${prefix}1`)) return undefined;
  const values = [...lower.slice(prefix.length + 1)].map((letter) => LETTERS.indexOf(letter));
  if (values.length < CHECKSUM_LETTERS || values.includes(-1)) return undefined;
  if (checksum([...expand(prefix), ...values]) !== 1) return undefined;
  return pack(values.slice(0, -CHECKSUM_LETTERS));
}

/** Returns the key of these bytes, in small letters. */
export function bech32Of(bytes: Uint8Array, prefix: string): string {
  const values: number[] = [];
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) values.push((held >> (bits - 5)) & 31);
    held &= (1 << bits) - 1;
  }
  if (bits > 0) values.push((held << (5 - bits)) & 31);
  const none = Array<number>(CHECKSUM_LETTERS).fill(0);
  const sum = checksum([...expand(prefix), ...values, ...none]) ^ 1;
  const last = none.map((_, place) => (sum >>> (5 * (CHECKSUM_LETTERS - 1 - place))) & 31);
  return `${prefix}1${[...values, ...last].map((value) => LETTERS[value]).join('')}`;
}

function expand(prefix: string): readonly number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, factor] of GENERATOR.entries()) if ((top >> bit) & 1) sum ^= factor;
  }
  return sum >>> 0;
}

/** Packs groups of five bits into bytes; undefined if the padding is not empty. */
function pack(values: readonly number[]): Buffer | undefined {
  const bytes: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
      held &= (1 << bits) - 1;
    }
  }
  return bits < 5 && held === 0 ? Buffer.from(bytes) : undefined;
}
