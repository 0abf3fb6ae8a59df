import { createHash } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';

const SECRET_BYTES = 18;
const TOKEN = /^([a-z0-9]{1,40})\.[A-Za-z0-9_-]{24}$/;

/** Makes the token of an address: the code of the account, so that a look-up searches no accounts, and 144 random bits. */
export const makeToken = (random: Random, accountCode: string): string =>
  `${accountCode}.${random.bytes(SECRET_BYTES).toString('base64url')}`;

/** Returns undefined for text that Formstead cannot have made. */
export function parseToken(
  text: string | null,
): { readonly accountCode: string; readonly hash: string } | undefined {
  const accountCode = TOKEN.exec(text ?? '')?.[1];
  return text === null || accountCode === undefined
    ? undefined
    : { accountCode, hash: hashOfAddress(text) };
}

/** Returns the SHA-256 in base64url. */
export const hashOfAddress = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');
