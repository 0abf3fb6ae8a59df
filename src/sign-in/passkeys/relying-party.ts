import { isIP } from 'node:net';
import { isObject, type JsonValue, member } from '#kernel/json.ts';

/** Who we are to authenticators: the host and the origin of the public URL, exactly (WebAuthn 3 §5.1.2). */
export function relyingPartyOf(publicUrl: string): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Authenticators bind passkeys to a name, never to an address. */
export const hasPasskeys = (publicUrl: string): boolean =>
  isIP(relyingPartyOf(publicUrl).id.replace(/^\[|\]$/g, '')) === 0;

/** EdDSA, ES256, RS256 (COSE): every authenticator has one of them, and every node checks all. */
export const SIGNATURES: readonly number[] = [-8, -7, -257];

/**
 * The challenge that the browser says it answers. Undefined: what it says can't be read, or a page of another site
 * frames ours.
 */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const parsed: JsonValue = JSON.parse(text);
    if (!isObject(parsed) || member(parsed, 'crossOrigin') === true) return undefined;
    const challenge = member(parsed, 'challenge');
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Loaded when the first passkey is used: it takes some 100 ms and 15 MB, which most processes never need. */
export const loadWebauthn = () => import('@simplewebauthn/server');

const HALF = 16;

/** The user handle: the ids of account and user, 16 bytes each, so that a sign-in searches no account. */
export function userHandleOf(accountId: string, userId: string): string {
  return Buffer.from(`${accountId}${userId}`.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Undefined: not one of ours. */
export function parseUserHandle(
  text: string,
): { readonly accountId: string; readonly userId: string } | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 2 * HALF) return undefined;
  return {
    accountId: uuidOf(bytes.subarray(0, HALF)),
    userId: uuidOf(bytes.subarray(HALF)),
  };
}

const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
