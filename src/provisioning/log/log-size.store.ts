// The provisioning log of an account has a limit in bytes. It is counted in parts, each the sum of the entries from its
// first one to that of the next part, so that nothing reads the entries to know their size. The oldest part goes whole.
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import type { LogEntry } from './log-entry.ts';

/** A part holds this share of the limit: so much may be missing of the limit after the oldest part went. */
const PARTS = 64;
/** What an entry takes beside its texts, with its indexes. */
const ENTRY_BYTES = 1000;

/** Adds entries to the newest part of the log, or begins a new one. */
export async function countEntries(
  tx: Tx,
  accountId: string,
  entries: readonly LogEntry[],
  limit: number,
): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return;
  const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  const newest = await tx
    .selectFrom('provisioning_log_parts')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || Number(newest.bytes) >= limit / PARTS) {
    const part = { account_id: accountId, id: first.id, bytes, last_at: last.at };
    await tx.insertInto('provisioning_log_parts').values(part).execute();
    return;
  }
  await tx
    .updateTable('provisioning_log_parts')
    .set({ bytes: sql<number>`bytes + ${bytes}`, last_at: last.at })
    .where('account_id', '=', accountId)
    .where('id', '=', newest.id)
    .execute();
}

function bytesOf({ path, query, detail, agent, requestBody, responseBody }: LogEntry): number {
  const texts = [path, query, detail, agent, requestBody, responseBody];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), ENTRY_BYTES);
}

/** Deletes the oldest entries of accounts whose log exceeds the limit, in small parts. The next run continues. */
export async function cutLogs(db: Database, limit: number): Promise<void> {
  const large = await db.reader
    .selectFrom('provisioning_log_parts')
    .select('account_id')
    .groupBy('account_id')
    .having((eb) => eb.fn.sum('bytes'), '>', limit)
    .execute();
  for (const { account_id } of large) await cutLog(db, account_id, limit);
}

async function cutLog(db: Database, accountId: string, limit: number): Promise<void> {
  const parts = await db.reader
    .selectFrom('provisioning_log_parts')
    .select(['id', 'bytes', 'last_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
  let sum = 0;
  // The newest part stays, whatever its size: it is a small share of the limit.
  const gone = parts.findIndex((part, at) => {
    sum += Number(part.bytes);
    return at > 0 && sum > limit;
  });
  const [oldestKept, newestGone] = [parts[gone - 1], parts[gone]];
  if (oldestKept === undefined || newestGone === undefined) return;
  // Admins are told before the first entry goes.
  await db.transaction((tx) => saveCut(tx, accountId, Number(newestGone.last_at)));
  const where = sql<boolean>`account_id = ${accountId} and id < ${oldestKept.id}`;
  const key = ['account_id', 'id'];
  await deleteOldRows(db.reader, [{ table: 'provisioning_log', key, where }]);
  if (await isAnyBefore(db.reader, accountId, oldestKept.id)) return;
  await deleteOldRows(db.reader, [{ table: 'provisioning_log_parts', key, where }]);
}

async function saveCut(tx: Tx, accountId: string, until: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ provisioning_log_cut_at: until })
    .where('id', '=', accountId)
    .execute();
}

async function isAnyBefore(db: Reader, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('provisioning_log')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface CutLog {
  readonly accountCode: string;
  /** When the newest entry was made that is gone, in milliseconds since the epoch. */
  readonly until: number;
}

/** Returns the accounts whose log has lost entries that it would otherwise still keep. */
export async function selectCutLogs(db: Reader, now: number): Promise<readonly CutLog[]> {
  const rows = await db
    .selectFrom('accounts')
    .select(['code', 'provisioning_log_days', 'provisioning_log_cut_at'])
    .where('provisioning_log_cut_at', 'is not', null)
    .orderBy('code')
    .execute();
  return rows.flatMap(({ code, provisioning_log_days: days, provisioning_log_cut_at: until }) =>
    Number(until) >= now - days * DAY_MS ? [{ accountCode: code, until: Number(until) }] : [],
  );
}

const DAY_MS = 86_400_000;
