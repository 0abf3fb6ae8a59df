import { isIP } from 'node:net';
import { isObject, type JsonValue, member } from '#kernel/json.ts';

/** Returns the relying party: host and origin of the public URL, exactly (WebAuthn 3 §5.1.2). */
export function relyingPartyOf(publicUrl: string): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Returns whether passkeys work: authenticators bind them to a domain name, never to an IP address. */
export const hasPasskeys = (publicUrl: string): boolean =>
  isIP(relyingPartyOf(publicUrl).id.replace(/^\[|\]$/g, '')) === 0;

/** EdDSA, ES256, RS256 (COSE). Every authenticator supports one of them, and every node verifies all of them. */
export const SIGNATURES: readonly number[] = [-8, -7, -257];

/**
 * Returns the challenge in the client data. Undefined when the data can't be parsed, or when a page of another site
 * frames the page that asked.
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

/** Loads the library on first use: it takes some 100 ms and 15 MB, which most processes never need. */
export const loadWebauthn = () => import('@simplewebauthn/server');

const HALF = 16;

/** Returns the user handle: the ids of account and user, 16 bytes each, so that a sign-in searches no accounts. */
export function userHandleOf(accountId: string, userId: string): string {
  return Buffer.from(`${accountId}${userId}`.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Parses a user handle; returns undefined when Formstead did not make it. */
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
