import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type webcrypto,
} from 'node:crypto';

/** The key by which push services know this installation (RFC 8292). */
export interface VapidKey {
  /** An uncompressed point of P-256 as base64url, which browsers are given. */
  readonly publicKey: string;
  readonly privateJwk: webcrypto.JsonWebKey;
}

/** RFC 8292 §2 allows a day. */
const LIFE_S = 12 * 3600;

export function makeVapidKey(): VapidKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return vapidKeyOf(privateKey.export({ format: 'jwk' }));
}

export function vapidKeyOf(privateJwk: webcrypto.JsonWebKey): VapidKey {
  const { x = '', y = '' } = privateJwk;
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, 'base64url'),
    Buffer.from(y, 'base64url'),
  ]);
  // Throws for a key that is not whole.
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return { publicKey: point.toString('base64url'), privateJwk };
}

/**
 * Returns the header `Authorization` for a message to a push service.
 * @param contact an address of this installation, which the push service may use; Apple refuses localhost
 * @param now in milliseconds
 */
export function vapidHeader(
  { publicKey, privateJwk }: VapidKey,
  endpoint: string,
  contact: string,
  now: number,
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + LIFE_S,
    sub: contact,
  };
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
