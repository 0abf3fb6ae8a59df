import type { Seal } from '#kernel/seal.ts';
import { DIGITS, PERIOD_SECONDS } from './totp.ts';

/** How long somebody has to enter the first code of a new app. */
export const OFFER_MS = 15 * 60_000;

interface For {
  readonly userId: string;
  readonly sessionId: string;
}

/**
 * A secret that nothing was done with yet, for the session that asked: the browser keeps it until the app has shown a code, so that
 * nothing is stored for people who stop halfway.
 */
export function sealOffer(seal: Seal, { userId, sessionId }: For, secret: string, now: number) {
  return seal.seal(contextOf({ userId, sessionId }), `${now + OFFER_MS} ${secret}`);
}

/** The secret; undefined: too late, of another session, or made up. */
export function openOffer(seal: Seal, of: For, offer: string, now: number): string | undefined {
  const [endsAt, secret] = seal.open(contextOf(of), offer)?.split(' ') ?? [];
  return now < Number(endsAt) ? secret : undefined;
}

const contextOf = ({ userId, sessionId }: For): string =>
  `second factor offer ${userId} ${sessionId}`;

interface Labels {
  /** Of the organisation. */
  readonly issuer: string;
  readonly userName: string;
}

/** What authenticator apps scan: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. */
export function otpauthLink(secret: string, { issuer, userName }: Labels): string {
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(PERIOD_SECONDS),
  });
  // Apps show a plus as it is.
  const search = query.toString().replaceAll('+', '%20');
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}`;
  return `otpauth://totp/${label}?${search}`;
}
