import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';

/** The amounts that have limits. */
export type QuotaName = 'fileBytes' | 'forms';

const COLUMNS = { fileBytes: 'quota_file_bytes', forms: 'quota_forms' } as const;

interface Kept {
  readonly used: number;
  /** The limit that an operator set for this account. 0: no limit; undefined: the settings decide. */
  readonly ownLimit: number | undefined;
}

/** Reads the total and the account's own limit, in one statement, because every new form needs both. */
export async function readKept(db: Reader, accountId: string, name: QuotaName): Promise<Kept> {
  const { rows } = await sql<Row>`
    select ${sql.ref(COLUMNS[name])} as own, (
      select sum(value) from counters where account_id = ${accountId} and name = ${name}
    ) as used from accounts where id = ${accountId}`.execute(db);
  const { own = null, used } = rows[0] ?? {};
  return { used: Number(used ?? 0), ownLimit: own === null ? undefined : Number(own) };
}

interface Row {
  readonly own: number | string | null;
  readonly used: number | string | null;
}

/** Saves limits of an account. null: the settings decide; 0: no limit. Omitted limits stay as they are. */
export async function saveLimits(
  tx: Tx,
  accountId: string,
  { fileBytes, forms }: Readonly<Partial<Record<QuotaName, number | null>>>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      ...(fileBytes !== undefined && { quota_file_bytes: fileBytes }),
      ...(forms !== undefined && { quota_forms: forms }),
    })
    .where('id', '=', accountId)
    .execute();
}

interface Person {
  readonly accountId: string;
  readonly userId: string;
}

/** Returns the bytes that a person uploaded on that day (UTC, counted from the epoch). */
export async function readUploads(
  db: Reader,
  { accountId, userId }: Person,
  day: number,
): Promise<number> {
  const row = await db
    .selectFrom('upload_days')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/** @returns all bytes that the person uploaded on that day, including these */
export async function addUpload(
  tx: Tx,
  { accountId, userId }: Person,
  day: number,
  bytes: number,
): Promise<number> {
  const before = sql<number>`case when upload_days.day = ${day} then upload_days.bytes else 0 end`;
  const row = await tx
    .insertInto('upload_days')
    .values({ account_id: accountId, user_id: userId, day, bytes })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ day, bytes: sql<number>`${before} + ${bytes}` }),
    )
    .returning('bytes')
    .executeTakeFirstOrThrow();
  return Number(row.bytes);
}

/** Deletes the uploads of days before this one. */
export async function forgetUploads(db: Reader, before: number): Promise<void> {
  await db.deleteFrom('upload_days').where('day', '<', before).execute();
}
