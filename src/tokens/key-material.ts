import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
} from 'node:crypto';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { Random } from '#kernel/ids.ts';
import type { EncryptionKey, KeyUse, SigningKey } from './key-set.ts';
import { CONTENT_ENCRYPTION, SIGNATURE_ALGORITHM } from './token-format.ts';

/** A new key; `secret` is stored only after wrapping. */
export interface KeyMaterial {
  readonly use: KeyUse;
  readonly alg: string;
  /** Public JWK as JSON (RFC 7517); undefined for a symmetric key. */
  readonly publicJwk: string | undefined;
  /** PKCS #8 in DER for `sig`, 32 bytes for `enc`. */
  readonly secret: Buffer;
}

export function generateKeyMaterial(use: KeyUse, random: Random): KeyMaterial {
  if (use === 'enc') {
    return { use, alg: CONTENT_ENCRYPTION, publicJwk: undefined, secret: random.bytes(32) };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    use,
    alg: SIGNATURE_ALGORITHM,
    publicJwk: JSON.stringify(publicKey.export({ format: 'jwk' })),
    secret: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

/** A public signing key in its published form (RFC 7517 §4). */
export interface PublicJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: string;
}

/** Parses a stored `publicJwk`, and drops all members but its own. */
export function parsePublicJwk(kid: string, alg: string, text: string): PublicJwk {
  const jwk: unknown = JSON.parse(text);
  if (!Check(StoredJwk, jwk)) throw new Error(`the public key ${kid} is not of our shape`);
  const { kty, crv, x, y } = jwk;
  return { kty, crv, x, y, kid, use: 'sig', alg };
}

const StoredJwk = Type.Object({
  kty: Type.Literal('EC'),
  crv: Type.Literal('P-256'),
  x: Type.String(),
  y: Type.String(),
});

/** Imports a key pair for signing and verifying only. */
export function importSigningKey(kid: string, secret: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  return {
    kid,
    privateKey,
    publicKey: createPublicKey(privateKey).toCryptoKey(algorithm, false, ['verify']),
  };
}

export function importEncryptionKey(kid: string, secret: Buffer): EncryptionKey {
  const secretKey = createSecretKey(secret);
  return {
    kid,
    secretKey,
    // A CryptoKey, because jose would import raw bytes again for every token.
    key: secretKey.toCryptoKey('AES-GCM', false, ['decrypt']),
  };
}
