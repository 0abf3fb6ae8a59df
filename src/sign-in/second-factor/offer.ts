import type { Seal } from '#kernel/seal.ts';
import { DIGITS, PERIOD_SECONDS } from './totp.ts';

/** Time in which the first code of a new app must be entered. */
export const OFFER_MS = 15 * 60_000;

interface For {
  readonly userId: string;
}

/**
 * Seals a new secret for the person who asked. The browser keeps it until the app has shown a code, so that nothing is
 * stored for people who stop halfway. It is bound to the user and not to the session, because people who take long
 * confirm their session, which gives it a new id.
 */
export function sealOffer(seal: Seal, of: For, secret: string, now: number): string {
  return seal.seal(contextOf(of), `${now + OFFER_MS} ${secret}`);
}

/** Returns the secret; undefined when the offer has expired, is somebody else's, or is invented. */
export function openOffer(seal: Seal, of: For, offer: string, now: number): string | undefined {
  const [endsAt, secret] = seal.open(contextOf(of), offer)?.split(' ') ?? [];
  return now < Number(endsAt) ? secret : undefined;
}

const contextOf = ({ userId }: For): string => `second factor offer ${userId}`;

interface Labels {
  /** Name of the organisation. */
  readonly issuer: string;
  readonly userName: string;
}

/** Returns the URI that apps scan: https://github.com/google/google-authenticator/wiki/Key-Uri-Format. */
export function otpauthLink(secret: string, { issuer, userName }: Labels): string {
  const query = new URLSearchParams({
    secret,
    issuer,
    algorithm: 'SHA1',
    digits: String(DIGITS),
    period: String(PERIOD_SECONDS),
  });
  // Apps don't decode a plus to a space.
  const search = query.toString().replaceAll('+', '%20');
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(userName)}`;
  return `otpauth://totp/${label}?${search}`;
}
