import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** A webhook that Formstead turned off by itself. */
export interface TurnedOffWebhook {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** Returns webhooks that Formstead turned off, the latest first. */
export async function selectTurnedOff(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly TurnedOffWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'description', 'target_url', 'disabled_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'disabled')
    .where('disabled_reason', 'in', ['gone', 'failing'])
    .orderBy('disabled_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.description ?? row.target_url,
    since: row.disabled_at ?? 0,
  }));
}

/** Returns the names of those of the webhooks that are there, by id. */
export async function nameWebhooks(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'description', 'target_url'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.description ?? row.target_url]));
}
