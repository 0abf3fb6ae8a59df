import { hash } from 'node:crypto';
import type { Random } from '#kernel/ids.ts';

const TOKEN_BYTES = 32;
const COOKIE = /^([a-z0-9]{1,40})\.[A-Za-z0-9_-]{43}$/;

/** Returns a new cookie value: the account's code, so that a lookup searches no accounts, and 256 random bits. */
export function makeSessionCookie(random: Random, accountCode: string): string {
  return `${accountCode}.${random.bytes(TOKEN_BYTES).toString('base64url')}`;
}

export interface SessionCookie {
  readonly accountCode: string;
  /** SHA-256 of the cookie, base64url. Only this is stored. */
  readonly hash: string;
}

/** Parses a cookie value; returns undefined when Formstead can't have made it. */
export function parseSessionCookie(text: string | undefined): SessionCookie | undefined {
  const accountCode = text === undefined ? undefined : COOKIE.exec(text)?.[1];
  if (text === undefined || accountCode === undefined) return undefined;
  return { accountCode, hash: hashSessionCookie(text) };
}

export function hashSessionCookie(text: string): string {
  return hash('sha256', text, 'base64url');
}
