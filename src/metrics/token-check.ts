import { createHash, timingSafeEqual } from 'node:crypto';

const BEARER = /^bearer +(\S+)$/i;
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns a check of Authorization headers, which takes the same time for every wrong token (RFC 6750 §2.1). */
export function createTokenCheck(token: string): (header: string | undefined) => boolean {
  const right = digest(token);
  return (header) => timingSafeEqual(digest(BEARER.exec(header ?? '')?.[1] ?? ''), right);
}
