import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';

/** How long an authenticator has for its answer. */
export const CHALLENGE_MS = 5 * 60_000;
const BYTES = 32;

/** For whom a challenge was made: anybody who signs in, or one person who adds a passkey. */
export const ANYBODY = 'sign-in';
export const addedBy = (accountId: string, userId: string): string => `add ${accountId} ${userId}`;

interface Deps {
  readonly clock: Clock;
  readonly random: Random;
}

/** Five minutes, once. Only its hash is stored. @returns base64url. */
export async function makeChallenge(
  tx: Tx,
  { clock, random }: Deps,
  purpose: string,
): Promise<string> {
  const challenge = Buffer.from(random.bytes(BYTES)).toString('base64url');
  await tx
    .insertInto('passkey_challenges')
    .values({ hash: hashOf(challenge), purpose, expires_at: clock.now() + CHALLENGE_MS })
    .execute();
  return challenge;
}

/** Uses a challenge (base64url) up, whatever comes of the answer. @returns false when it does not count. */
export async function takeChallenge(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  challenge: string,
  purpose: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOf(challenge))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function purgeChallenges(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}

const hashOf = (challenge: string): string => hash('sha256', challenge, 'base64url');
