import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Alert } from './alert.ts';

const DAY_MS = 86_400_000;

/**
 * Puts down that admins are told of it. @returns false when they were told already and it is no more urgent than then,
 * also by another node at the same time.
 */
export async function markTold(
  tx: Tx,
  accountId: string,
  { id, stage }: Alert,
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('alerts')
    .values({ account_id: accountId, id, stage, seen_at: now })
    .onConflict((clash) =>
      clash
        .columns(['account_id', 'id'])
        .doUpdateSet({ stage, seen_at: now })
        .where('alerts.stage', '<', stage),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was told, by id: the stage, and when it was last found to hold. */
export async function selectTold(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly stage: number; readonly seenAt: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'stage', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, { stage: row.stage, seenAt: row.seen_at }]));
}

/** It holds still. */
export async function markSeen(
  db: Reader,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('alerts')
    .set({ seen_at: now })
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Longer than an event may be away and come back as the same one. */
const KEPT_MS = 60 * DAY_MS;

export async function forgetOldAlerts(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('alerts')
    .where('seen_at', '<', now - KEPT_MS)
    .execute();
}

/** Active accounts behind that id, in order of id. */
export async function selectAccountIds(
  db: Reader,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after)
    .where('active', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Active admins, in order of their names. */
export async function selectAdminIds(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    // Literals, or SQLite would not know that the index of those with a role serves.
    .where(sql<boolean>`role = 'admin'`)
    .where(sql<boolean>`role <> 'member'`)
    .where('active', '=', 1)
    .orderBy('user_name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
