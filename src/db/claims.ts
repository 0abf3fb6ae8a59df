import { type RawBuilder, sql } from 'kysely';
import { engineOf, type Reader } from './dialect.ts';

/**
 * Returns the time that claims and leases are compared with, in milliseconds. On PostgreSQL it is the database's own,
 * because the clocks of nodes differ, by minutes if one is not synchronised. SQLite has a single process, whose `now`
 * is sufficient.
 */
export function storageNow(db: Reader, now: number): RawBuilder<number> {
  return engineOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${now}`;
}

/** Returns when a claim ends that begins now. @param lifeMs its duration, in milliseconds */
export const claimEnd = (db: Reader, now: number, lifeMs: number): RawBuilder<number> =>
  sql<number>`(${storageNow(db, now)} + ${lifeMs})`;

/**
 * Returns a condition for tables with `claimed_until`: no node has the row, since it was released or the claim has
 * expired.
 */
export const isUnclaimed = (db: Reader, now: number): RawBuilder<boolean> =>
  sql<boolean>`(claimed_until is null or claimed_until <= ${storageNow(db, now)})`;

interface DueRow {
  readonly account_id: string;
  readonly id: string;
  /** When it is due, in milliseconds; null: never. */
  readonly next_at: number | null;
}

/**
 * Claims a due row, as it was read, for `lifeMs`: until then it is not due.
 * @returns when it is due again, unless it is settled before; undefined if another node has it
 */
export async function claimDue(
  db: Reader,
  table: 'notices' | 'push_messages' | 'webhook_deliveries',
  { account_id, id, next_at }: DueRow,
  { now, lifeMs }: { readonly now: number; readonly lifeMs: number },
): Promise<number | undefined> {
  const until = now + lifeMs;
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ next_at: until, claimed_until: claimEnd(db, now, lifeMs) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .where(isUnclaimed(db, now))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? until : undefined;
}
