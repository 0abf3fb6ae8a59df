import type { Reader, Tx } from '#db/database.ts';

/** How long people of an account stay signed in, in seconds. */
export interface SessionLimits {
  /** Longest time without a request. */
  readonly idleSeconds: number;
  /** Longest time in total. */
  readonly longestSeconds: number;
}

export async function readSessionLimits(db: Reader, accountId: string): Promise<SessionLimits> {
  const row = await db
    .selectFrom('accounts')
    .select(['session_idle_seconds', 'session_longest_seconds'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { idleSeconds: row.session_idle_seconds, longestSeconds: row.session_longest_seconds };
}

/** Saves the limits. They apply from the next request of every session; sessions that exceed them end. */
export async function saveSessionLimits(
  tx: Tx,
  accountId: string,
  { idleSeconds, longestSeconds }: SessionLimits,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ session_idle_seconds: idleSeconds, session_longest_seconds: longestSeconds })
    .where('id', '=', accountId)
    .execute();
}
