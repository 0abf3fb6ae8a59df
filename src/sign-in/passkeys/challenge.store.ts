import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';

/** Lifetime of a challenge. */
export const CHALLENGE_MS = 5 * 60_000;
const BYTES = 32;

/** Purposes of a challenge: the sign-in of any user, or one person who adds a passkey. */
export const SIGN_IN_PURPOSE = 'sign-in';
export const addedBy = (accountId: string, userId: string): string => `add ${accountId} ${userId}`;

interface Deps {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly random: Random;
}

/** A challenge that Formstead made and that has not expired. */
export interface OpenChallenge {
  readonly text: string;
  readonly purpose: string;
  readonly expiresAt: number;
}

/** Returns a challenge, base64url. It contains its own expiry, sealed, so that requests of strangers store nothing. */
export function makeChallenge({ seal, clock, random }: Deps, purpose: string): string {
  const nonce = Buffer.from(random.bytes(BYTES)).toString('base64url');
  return seal.seal(contextOf(purpose), `${clock.now() + CHALLENGE_MS} ${nonce}`);
}

/** Opens a challenge; returns undefined when it is invented, for another purpose, or expired. */
export function openChallenge(
  { seal, clock }: Pick<Deps, 'seal' | 'clock'>,
  text: string,
  purpose: string,
): OpenChallenge | undefined {
  const expiresAt = Number(seal.open(contextOf(purpose), text)?.split(' ')[0] ?? 0);
  return clock.now() < expiresAt ? { text, purpose, expiresAt } : undefined;
}

/** Marks the challenge of a valid response as used. @returns false when it was used before. */
export async function useChallenge(tx: Tx, { text, ...rest }: OpenChallenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey_challenges')
    .values({
      hash: hash('sha256', text, 'base64url'),
      purpose: rest.purpose,
      expires_at: rest.expiresAt,
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes used challenges that have expired: an expired challenge is refused anyway. */
export async function purgeChallenges(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}

const contextOf = (purpose: string): string => `passkey challenge ${purpose}`;
