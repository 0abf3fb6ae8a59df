import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';

/** Tables of bytes per day: one row for each who wrote, of the last day. */
const WHO = { upload_days: 'user_id', answer_days: 'writer_id' } as const;
type DayTable = keyof typeof WHO;

/** A user, or a public link. */
export interface Writer {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns the bytes of that day (UTC, counted from 1970). */
export async function readDay(
  db: Reader,
  table: DayTable,
  { accountId, userId }: Writer,
  day: number,
): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number | string }>`
    select bytes from ${sql.table(table)}
    where account_id = ${accountId} and ${sql.ref(WHO[table])} = ${userId} and day = ${day}`.execute(
    db,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** @returns all bytes of that day, including these */
export async function addToDay(
  tx: Tx,
  table: DayTable,
  { accountId, userId }: Writer,
  day: number,
  bytes: number,
): Promise<number> {
  const before = sql`case when ${sql.table(table)}.day = ${day} then ${sql.table(table)}.bytes else 0 end`;
  const { rows } = await sql<{ readonly bytes: number | string }>`
    insert into ${sql.table(table)} (account_id, ${sql.ref(WHO[table])}, day, bytes)
    values (${accountId}, ${userId}, ${day}, ${bytes})
    on conflict (account_id, ${sql.ref(WHO[table])})
    do update set day = ${day}, bytes = ${before} + ${bytes}
    returning bytes`.execute(tx);
  return Number(rows[0]?.bytes ?? 0);
}

/** Deletes what is counted of days before this one. */
export async function forgetDays(db: Reader, table: DayTable, before: number): Promise<void> {
  await db.deleteFrom(table).where('day', '<', before).execute();
}
