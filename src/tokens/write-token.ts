// Written with node:crypto and not with jose, which hands a signature and an encryption to another
// thread each, and that costs more than both. Whatever is read goes through jose (open-token.ts).
import { createCipheriv, type KeyObject } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { signEs256, signEs256InPool } from './sign-es256.ts';
import { jweHeaderText, jwsHeaderText } from './token-format.ts';

/** NIST SP 800-38D §8.2.2: random, which bounds how many tokens a key may encrypt (key ring). */
const IV_BYTES = 12;
const IVS_AT_ONCE = 256;

/** What a token is written with; a thread of this process can be given it. */
export interface WritingKeys {
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject };
  readonly encryption: { readonly kid: string; readonly secretKey: KeyObject };
}

/** What a thread says once it can write: it is online long before, and claims handed over then would wait. */
export const READY = 'ready';
/** Afterwards it says the tokens of the claims it was given. */
export type FromThread = typeof READY | readonly string[];

/** Writes the token of claims, given as JSON, on this thread. */
export function writerHere(keys: WritingKeys, random: Random): (claims: string) => string {
  const inputOf = jwsInputs(keys.signing.kid);
  const encrypt = jweWriter(keys.encryption, random);
  return (claims) => {
    const input = inputOf(claims);
    return encrypt(`${input}.${signEs256(keys.signing.privateKey, input)}`);
  };
}

/** The same, signed on a thread of libuv's pool. */
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

/** What of a JWS in compact form is signed, RFC 7515 §5.1. */
function jwsInputs(kid: string): (claims: string) => string {
  const header = jwsHeaderText(kid);
  return (claims) => `${header}.${Buffer.from(claims).toString('base64url')}`;
}

/** Makes the JWE of a JWS in compact form, RFC 7516 §5.1, with `dir` and A256GCM. */
function jweWriter({ kid, secretKey }: WritingKeys['encryption'], random: Random) {
  const header = jweHeaderText(kid);
  // RFC 7516 §5.1: the encoded header is authenticated with the text.
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

/** Each is used once; asked of the system many at a time, which costs hardly more than one. */
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
