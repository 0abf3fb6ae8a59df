// SHA-256 (FIPS 180-4) of short texts. Browsers offer it only asynchronously, which takes longer than the hash itself
// when there are hundreds of thousands.

const K = Uint32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
] as const;
/** The longest text that fits one block of 64 bytes, with its end mark and its length. */
const LONGEST = 55;

const rotate = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits));

/** Returns the SHA-256 of an ASCII text of at most 55 characters. @throws RangeError for a longer one */
export function sha256(text: string): Uint8Array {
  if (text.length > LONGEST) throw new RangeError(`at most ${LONGEST} characters are hashed`);
  const block = new DataView(new ArrayBuffer(64));
  for (let i = 0; i < text.length; i += 1) block.setUint8(i, text.charCodeAt(i));
  block.setUint8(text.length, 0x80);
  block.setUint32(60, text.length * 8);
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [a = 0, b = 0] = [w[i - 15], w[i - 2]];
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
  }
  return written(rounds(w));
}

/** Returns the eight words after the 64 rounds, before the first ones are added again. */
function rounds(w: Uint32Array): readonly number[] {
  let [a, b, c, d, e, f, g, h]: readonly [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ] = START;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + (K[i] ?? 0) + (w[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const t2 = (s0 + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}

function written(state: readonly number[]): Uint8Array {
  const out = new DataView(new ArrayBuffer(32));
  START.forEach((start, i) => {
    out.setUint32(i * 4, (start + (state[i] ?? 0)) >>> 0);
  });
  return new Uint8Array(out.buffer);
}
