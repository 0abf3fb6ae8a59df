import { counted } from '#kernel/counted.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';

const LONGEST_NAME = 200;
const DAY_S = 86_400;
const LONGEST_OVERLAP_S = 30 * DAY_S;
/** Ten years. A secret may have no expiry, but a given one must come while somebody still looks after it. */
const LONGEST_SECRET_LIFE_S = 3653 * DAY_S;
/** Three years, the longest that identity providers ask for. */
const LONGEST_PROVISIONING_LIFE_S = 1096 * DAY_S;

/** The properties that are set when a secret is created. */
export interface SecretOptions {
  /** Its purpose, or where it is kept: 1 to 200 characters. */
  readonly label?: string | undefined;
  /** Undefined: it is valid until it is revoked. */
  readonly expiresInSeconds?: number | undefined;
}

/** @throws AppError `invalid-value`. */
export function requireName(text: string, at: 'name' | 'label'): void {
  const length = text.trim().length;
  if (length > 0 && text.length <= LONGEST_NAME && isStorable(text)) return;
  throw fail('invalid-value', `The ${at} must have 1 to ${LONGEST_NAME} characters.`, {
    at,
    because: { reason: 'length', min: 1, limit: LONGEST_NAME },
  });
}

/** Returns the time at which a secret expires; null for never. @throws AppError `invalid-value`. */
export function secretExpiry(now: number, seconds: number | undefined): number | null {
  return seconds === undefined ? null : expiryIn(now, seconds, LONGEST_SECRET_LIFE_S);
}

/** Returns the time at which a provisioning token expires; it always does. @throws AppError `invalid-value`. */
export function provisioningExpiry(now: number, seconds: number): number {
  return expiryIn(now, seconds, LONGEST_PROVISIONING_LIFE_S);
}

/** @throws AppError `invalid-value`. */
export function requireOverlap(seconds: number): void {
  if (isWhole(seconds, 0, LONGEST_OVERLAP_S)) return;
  throw fail(
    'invalid-value',
    `The overlap must be a whole number of seconds from 0 to ${LONGEST_OVERLAP_S} (30 days).`,
    { at: 'overlapSeconds', because: { reason: 'days', max: LONGEST_OVERLAP_S / DAY_S } },
  );
}

function expiryIn(now: number, seconds: number, longest: number): number {
  if (isWhole(seconds, 1, longest)) return now + seconds * 1000;
  throw fail(
    'invalid-value',
    `The lifetime must be a whole number of seconds from 1 to ${longest} (${counted(longest / DAY_S, 'day')}).`,
    { at: 'expiresInSeconds', because: { reason: 'days', max: longest / DAY_S } },
  );
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
