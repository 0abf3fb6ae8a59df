import type { Seal } from '#kernel/seal.ts';
import { DIGITS, PERIOD_SECONDS } from './totp.ts';

/** How long somebody has to enter the first code of a new app. */
export const OFFER_MS = 15 * 60_000;

interface For {
  readonly userId: string;
}

/**
 * A secret that nothing was done with yet, for the person who asked: the browser keeps it until the app has shown a code, so
 * that nothing is stored for people who stop halfway. Not for the session: who takes long proves who they are once more,
 * which makes it another one.
 */
export function sealOffer(seal: Seal, of: For, secret: string, now: number): string {
  return seal.seal(contextOf(of), `${now + OFFER_MS} ${secret}`);
}

/** The secret; undefined: too late, of somebody else, or made up. */
export function openOffer(seal: Seal, of: For, offer: string, now: number): string | undefined {
  const [endsAt, secret] = seal.open(contextOf(of), offer)?.split(' ') ?? [];
  return now < Number(endsAt) ? secret : undefined;
}

const contextOf = ({ userId }: For): string => `second factor offer ${userId}`;

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
