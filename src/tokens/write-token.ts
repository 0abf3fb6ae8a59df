// Written with node:crypto and not with jose, which hands a signature and an encryption to another
// thread each, and that costs more than both. Whatever is read goes through jose (open-token.ts).
import { createCipheriv, type KeyObject } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';
import { es256Signer } from './es256-signer.ts';
import { jweHeaderText, jwsHeaderText } from './token-format.ts';

/** NIST SP 800-38D §8.2.2: random, which bounds how many tokens a key may encrypt (key ring). */
const IV_BYTES = 12;
const IVS_AT_ONCE = 256;

/** Makes the JWS of claims in compact form, RFC 7515 §5.1, with ES256. */
export type WriteJws = (claims: object) => Promise<string>;
/** Makes the JWE of a JWS in compact form, RFC 7516 §5.1, with `dir` and A256GCM. */
export type WriteJwe = (jws: string) => string;

export function jwsWriter(kid: string, privateKey: KeyObject): WriteJws {
  const header = jwsHeaderText(kid);
  const sign = es256Signer(privateKey);
  return async (claims) => {
    const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${input}.${await sign(input)}`;
  };
}

export function jweWriter(kid: string, key: KeyObject, random: Random): WriteJwe {
  const header = jweHeaderText(kid);
  // RFC 7516 §5.1: the encoded header is authenticated with the text.
  const additional = Buffer.from(header, 'latin1');
  const nextIv = ivs(random);
  return (jws) => {
    const iv = nextIv();
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additional);
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
