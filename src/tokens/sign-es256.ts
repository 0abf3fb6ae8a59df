import { type KeyObject, sign } from 'node:crypto';

// RFC 7518 §3.4: the two numbers of the signature side by side, not in DER.
const inputOf = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const;

/** ES256 over ASCII text, as base64url. Keeps the thread for as long as it takes. */
export function signEs256(key: KeyObject, text: string): string {
  return sign('sha256', Buffer.from(text, 'latin1'), inputOf(key)).toString('base64url');
}

/** The same on a thread of the pool: waking one up for each costs more than the signature. */
export function signEs256InPool(key: KeyObject, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sign('sha256', Buffer.from(text, 'latin1'), inputOf(key), (error, signature) => {
    if (error) reject(error);
    else resolve(signature.toString('base64url'));
  });
  return promise;
}
