import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '#kernel/ids.ts';

const PREFIX = 'fsk_';
const SECRET_BYTES = 32;
const HINT_LENGTH = 4;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new secret, and what is stored of it: enough to recognise it, too little to use it. */
export interface MadeSecret {
  readonly text: string;
  readonly hash: string;
  /** The last four characters before the checksum. */
  readonly hint: string;
}

/**
 * Makes a secret: `fsk_`, 256 random bits as 43 base64url characters, and the checksum of those characters. Secret
 * scanners recognise this shape without false alarms.
 */
export function makeSecret(random: Random): MadeSecret {
  const { core, hint } = newSecretCore(random);
  const text = `${PREFIX}${core}${checksum(core)}`;
  return { text, hash: hashSecret(text), hint };
}

export function newSecretCore(random: Random): { readonly core: string; readonly hint: string } {
  const core = random.bytes(SECRET_BYTES).toString('base64url');
  return { core, hint: core.slice(-HINT_LENGTH) };
}

/** Returns the SHA-256 in base64url. A slow hash gains nothing against 256 random bits (ASVS 6.5.2). */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Returns the CRC-32 (IEEE) in base 62: digits, then capitals, then small letters; padded with 0 to six characters. */
export function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  while (out.length < CHECKSUM_LENGTH) {
    out = BASE62.charAt(rest % BASE62.length) + out;
    rest = Math.floor(rest / BASE62.length);
  }
  return out;
}
