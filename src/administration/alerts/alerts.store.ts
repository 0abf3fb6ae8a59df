import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Alert } from './alert.ts';

const DAY_MS = 86_400_000;

/**
 * Records that admins are told of an alert.
 * @returns false when they were already told at this stage or a later one, also by another node at the same time
 */
export async function markAnnounced(
  tx: Tx,
  accountId: string,
  { id, stage }: Alert,
  now: number,
): Promise<boolean> {
  const row = await tx
    .insertInto('alerts')
    .values({ account_id: accountId, id, stage, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'id'])
        .doUpdateSet({ stage, seen_at: now })
        .where('alerts.stage', '<', stage),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the alerts that admins were told of, by id: the stage, and when the alert was last found. */
export async function selectAnnounced(
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

/** Records that these alerts were found again. */
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

/** How long a vanished alert is remembered: an alert that returns later counts as a new one. */
const KEPT_MS = 60 * DAY_MS;

export async function forgetOldAlerts(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('alerts')
    .where('seen_at', '<', now - KEPT_MS)
    .execute();
}

/** Returns active accounts after that id, in order of id. */
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

/** Returns active admins, in order of user name. */
export async function selectAdminIds(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    // Literals, so that SQLite can use the partial index of users with a role.
    .where(sql<boolean>`role = 'admin'`)
    .where(sql<boolean>`role <> 'member'`)
    .where('active', '=', 1)
    .orderBy('user_name_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
