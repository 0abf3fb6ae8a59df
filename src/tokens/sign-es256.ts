import { type KeyObject, sign } from 'node:crypto';

// RFC 7518 §3.4: the signature is R and S concatenated, not DER.
const inputOf = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const;

/** Returns the ES256 signature of ASCII text, as base64url. Blocks the thread meanwhile. */
export function signEs256(key: KeyObject, text: string): string {
  return sign('sha256', Buffer.from(text, 'latin1'), inputOf(key)).toString('base64url');
}

/** Signs like {@link signEs256} on a pool thread; waking that thread costs more than the signature. */
export function signEs256InPool(key: KeyObject, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sign('sha256', Buffer.from(text, 'latin1'), inputOf(key), (error, signature) => {
    if (error) reject(error);
    else resolve(signature.toString('base64url'));
  });
  return promise;
}
