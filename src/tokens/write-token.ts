// Uses node:crypto and not jose, which hands each signature and each encryption to another thread, at a higher cost
// than the two operations themselves (decision 11). Tokens are read with jose (open-token.ts).
import { createCipheriv, type KeyObject } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { signEs256, signEs256InPool } from './sign-es256.ts';
import { jweHeaderText, jwsHeaderText } from './token-format.ts';

/** NIST SP 800-38D §8.2.2: random IVs, which limit how many tokens a key may encrypt (key ring). */
const IV_BYTES = 12;
const IVS_AT_ONCE = 256;

/** The keys that write a token; they can be passed to a thread of this process. */
export interface WritingKeys {
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject };
  readonly encryption: { readonly kid: string; readonly secretKey: KeyObject };
}

/** The first message of the thread, once it can write. It is online long before, and claims sent then would wait. */
export const READY = 'ready';
/** After READY, each message of the thread holds the tokens of one batch of claims. */
export type FromThread = typeof READY | readonly string[];

/** Returns a function that writes the token of JSON claims on this thread. */
export function writerHere(keys: WritingKeys, random: Random): (claims: string) => string {
  const inputOf = jwsInputs(keys.signing.kid);
  const encrypt = jweWriter(keys.encryption, random);
  return (claims) => {
    const input = inputOf(claims);
    return encrypt(`${input}.${signEs256(keys.signing.privateKey, input)}`);
  };
}

/** Returns a function that writes tokens like {@link writerHere}, but signs in libuv's pool. */
export function writerInPool(
  keys: WritingKeys,
  random: Random,
): (claims: string) => Promise<string> {
  const inputOf = jwsInputs(keys.signing.kid);
  const encrypt = jweWriter(keys.encryption, random);
  return async (claims) => {
    const input = inputOf(claims);
    return encrypt(`${input}.${await signEs256InPool(keys.signing.privateKey, input)}`);
  };
}

/** Returns the JWS signing input of claims in compact form, RFC 7515 §5.1. */
function jwsInputs(kid: string): (claims: string) => string {
  const header = jwsHeaderText(kid);
  return (claims) => `${header}.${Buffer.from(claims).toString('base64url')}`;
}

/** Returns a function that makes the compact JWE of a JWS, RFC 7516 §5.1, with `dir` and A256GCM. */
function jweWriter({ kid, secretKey }: WritingKeys['encryption'], random: Random) {
  const header = jweHeaderText(kid);
  // RFC 7516 §5.1: the encoded header is authenticated together with the text.
  const additional = Buffer.from(header, 'latin1');
  const nextIv = ivs(random);
  return (jws: string): string => {
    const iv = nextIv();
    const cipher = createCipheriv('aes-256-gcm', secretKey, iv).setAAD(additional);
    const text = cipher.update(jws, 'latin1', 'base64url') + cipher.final('base64url');
    const tag = cipher.getAuthTag().toString('base64url');
    return `${header}..${iv.toString('base64url')}.${text}.${tag}`;
  };
}

/** Returns a source of IVs, each used once. It draws many at a time, which costs little more than one. */
function ivs(random: Random): () => Buffer {
  let pool: Buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used + IV_BYTES > pool.length) {
      pool = random.bytes(IV_BYTES * IVS_AT_ONCE);
      used = 0;
    }
    used += IV_BYTES;
    return pool.subarray(used - IV_BYTES, used);
  };
}
