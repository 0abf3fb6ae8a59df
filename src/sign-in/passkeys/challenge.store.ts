import { hash } from 'node:crypto';
import type { Reader, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';

/** How long an authenticator has for its answer. */
export const CHALLENGE_MS = 5 * 60_000;
const BYTES = 32;

/** For whom a challenge was made: anybody who signs in, or one person who adds a passkey. */
export const ANYBODY = 'sign-in';
export const addedBy = (accountId: string, userId: string): string => `add ${accountId} ${userId}`;

interface Deps {
  readonly seal: Seal;
  readonly clock: Clock;
  readonly random: Random;
}

/** A challenge of ours that is not over. */
export interface OpenChallenge {
  readonly text: string;
  readonly purpose: string;
  readonly expiresAt: number;
}

/** For five minutes. It carries all that is known of it: strangers ask for many, and nothing is stored. @returns base64url. */
export function makeChallenge({ seal, clock, random }: Deps, purpose: string): string {
  const nonce = Buffer.from(random.bytes(BYTES)).toString('base64url');
  return seal.seal(contextOf(purpose), `${clock.now() + CHALLENGE_MS} ${nonce}`);
}

/** Undefined: made up, for something else, or over. */
export function openChallenge(
  { seal, clock }: Pick<Deps, 'seal' | 'clock'>,
  text: string,
  purpose: string,
): OpenChallenge | undefined {
  const expiresAt = Number(seal.open(contextOf(purpose), text)?.split(' ')[0] ?? 0);
  return clock.now() < expiresAt ? { text, purpose, expiresAt } : undefined;
}

/** Uses up the challenge of a right answer. @returns false when somebody did before. */
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

/** Of those that were used: what is over opens nothing any more. */
export async function purgeChallenges(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
}

const contextOf = (purpose: string): string => `passkey challenge ${purpose}`;
