// SHA-256 (FIPS 180-4) of short texts. Browsers offer it only asynchronously, which takes longer than the hash itself
// when there are hundreds of thousands. Nothing is allocated for a hash: on a phone, collecting it would take the time.

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

/** The block of 64 bytes that is hashed, the 64 words made of it, and the hash. */
const block = new DataView(new ArrayBuffer(64));
const words = new Uint32Array(64);
const hash = new DataView(new ArrayBuffer(32));
const hashed = new Uint8Array(hash.buffer);

/**
 * Returns the SHA-256 of an ASCII text of at most 55 characters. The next call writes the next hash over it.
 * @throws RangeError for a longer text
 */
export function sha256(text: string): Readonly<Uint8Array> {
  const { length } = text;
  if (length > LONGEST) throw new RangeError(`at most ${LONGEST} characters are hashed`);
  for (let i = 0; i < length; i += 1) block.setUint8(i, text.charCodeAt(i));
  block.setUint8(length, 0x80);
  for (let i = length + 1; i < 60; i += 1) block.setUint8(i, 0);
  block.setUint32(60, length * 8);
  for (let i = 0; i < 16; i += 1) words[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i += 1) {
    const a = words[i - 15] ?? 0;
    const b = words[i - 2] ?? 0;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1;
  }
  runRounds();
  return hashed;
}

/** Runs the 64 rounds over the words, and writes the hash. */
function runRounds(): void {
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
    const t1 = (h + s1 + choice + (K[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  hash.setUint32(0, START[0] + a);
  hash.setUint32(4, START[1] + b);
  hash.setUint32(8, START[2] + c);
  hash.setUint32(12, START[3] + d);
  hash.setUint32(16, START[4] + e);
  hash.setUint32(20, START[5] + f);
  hash.setUint32(24, START[6] + g);
  hash.setUint32(28, START[7] + h);
}
