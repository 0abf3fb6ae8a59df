// The provisioning log of an account has a limit in bytes. It is counted in parts, each the sum of the entries from its
// first one to that of the next part, so that nothing reads the entries to know their size. The oldest part goes whole.
import { sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';
import { deleteOldRows, MOST_ROWS, type OldRows } from '#db/delete-old-rows.ts';
import type { LogEntry } from './log-entry.ts';

/** A part holds this share of the limit: so much may be missing of the limit after the oldest part went. */
const PARTS = 64;
/** What an entry takes beside its texts, with its indexes. */
const ENTRY_BYTES = 1000;
/** Clocks of nodes differ by less. */
const AHEAD_MS = 3_600_000;

/** Adds entries to the part that their ids fall into, or begins a new one after it. */
export async function countEntries(
  tx: Tx,
  accountId: string,
  entries: readonly LogEntry[],
  limit: number,
): Promise<void> {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return;
  const bytes = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
  const begun = await tx
    .selectFrom('provisioning_log_parts')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    // While a clock ran ahead, a part with a later id than any of today may have been begun.
    .where('id', '<=', first.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (begun === undefined || Number(begun.bytes) >= limit / PARTS) {
    const part = { account_id: accountId, id: first.id, bytes, last_at: last.at };
    await tx.insertInto('provisioning_log_parts').values(part).execute();
    return;
  }
  await tx
    .updateTable('provisioning_log_parts')
    .set({ bytes: sql<number>`bytes + ${bytes}`, last_at: last.at })
    .where('account_id', '=', accountId)
    .where('id', '=', begun.id)
    .execute();
}

export interface SizedEntry {
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** UTF-8 bytes of its texts. */
  readonly textBytes: number;
}

/** Makes the parts of a log that has none yet. @param entries in the order of their ids */
export async function countLogAgain(
  tx: Tx,
  accountId: string,
  entries: Iterable<SizedEntry>,
  limit: number,
): Promise<void> {
  for (const part of partsOf(entries, limit)) {
    await tx
      .insertInto('provisioning_log_parts')
      .values({ account_id: accountId, ...part })
      .execute();
  }
}

function* partsOf(entries: Iterable<SizedEntry>, limit: number) {
  let part: { id: string; bytes: number; last_at: number } | undefined;
  for (const { id, at, textBytes } of entries) {
    part ??= { id, bytes: 0, last_at: at };
    part.bytes += ENTRY_BYTES + textBytes;
    part.last_at = Math.max(part.last_at, at);
    if (part.bytes < limit / PARTS) continue;
    yield part;
    part = undefined;
  }
  if (part) yield part;
}

function bytesOf({ path, query, detail, agent, requestBody, responseBody }: LogEntry): number {
  const texts = [path, query, detail, agent, requestBody, responseBody];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), ENTRY_BYTES);
}

/**
 * Deletes the oldest entries of accounts whose log exceeds the limit, in small parts. The next run continues.
 * @throws the first failure, once each account had its turn
 */
export async function cutLogs(db: Database, limit: number, now: number): Promise<void> {
  const large = await db.reader
    .selectFrom('provisioning_log_parts')
    .select('account_id')
    .groupBy('account_id')
    // A sum of integers fails on SQLite when it overflows.
    .having(sql<number>`sum(cast(bytes as double precision))`, '>', limit)
    .execute();
  const failures: unknown[] = [];
  for (const { account_id } of large) {
    await cutLog(db, { accountId: account_id, limit, now }).catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

interface Cut {
  readonly accountId: string;
  readonly limit: number;
  readonly now: number;
}

async function cutLog(db: Database, { accountId, limit, now }: Cut): Promise<void> {
  const parts = await selectParts(db.reader, accountId);
  const gone = beyondLimit(parts, limit, now);
  if (gone.length === 0) return;
  const until = Math.max(...gone.map((part) => ageOf(part, now)));
  // Admins are told before the first entry goes. When an entry of a clock that ran ahead was made, nobody knows.
  if (until > 0) await db.transaction((tx) => saveCut(tx, accountId, Math.min(until, now), now));
  // One after the other, so that the newest are left when there is more to delete than one run does.
  let deleted = 0;
  for (const part of gone.toReversed()) {
    deleted += await deleteOldRows(db.reader, [entriesOf(accountId, part)]);
    if (deleted >= MOST_ROWS || (await isAnyIn(db.reader, accountId, part))) return;
    await deletePart(db.reader, accountId, part);
  }
}

function entriesOf(accountId: string, { from, to }: Part): OldRows {
  const own = [
    sql`account_id = ${accountId}`,
    ...(from === undefined ? [] : [sql`id >= ${from}`]),
    ...(to === undefined ? [] : [sql`id < ${to}`]),
  ];
  const where = sql<boolean>`${sql.join(own, sql` and `)}`;
  return { table: 'provisioning_log', key: ['account_id', 'id'], where };
}

interface Part {
  readonly id: string;
  readonly bytes: number;
  readonly lastAt: number;
  /** The ids of its entries begin with this one; undefined for the first part, which holds all before it too. */
  readonly from: string | undefined;
  /** The id at which the next part begins. */
  readonly to: string | undefined;
}

async function selectParts(db: Reader, accountId: string): Promise<readonly Part[]> {
  const rows = await db
    .selectFrom('provisioning_log_parts')
    .select(['id', 'bytes', 'last_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, bytes, last_at }, at) => ({
    ...{ id, bytes: Number(bytes), lastAt: Number(last_at) },
    from: at === 0 ? undefined : id,
    to: rows[at + 1]?.id,
  }));
}

/** Returns the oldest parts, without which the log keeps its limit. */
function beyondLimit(parts: readonly Part[], limit: number, now: number): readonly Part[] {
  const newestFirst = parts.toReversed().toSorted((a, b) => ageOf(b, now) - ageOf(a, now));
  let sum = 0;
  // The newest part stays, whatever its size: it is a small share of the limit.
  const at = newestFirst.findIndex((part, index) => {
    sum += part.bytes;
    return index > 0 && sum > limit;
  });
  return at === -1 ? [] : newestFirst.slice(at);
}

/** Parts of a clock that ran ahead are the oldest: by their time, all that comes after them would go first for years. */
const ageOf = ({ lastAt }: Part, now: number): number => (lastAt > now + AHEAD_MS ? 0 : lastAt);

/** An earlier run may have told more: it is gone all the same. A time that lies ahead comes from a wrong clock. */
async function saveCut(tx: Tx, accountId: string, until: number, now: number): Promise<void> {
  const at = 'provisioning_log_cut_at';
  await tx
    .updateTable('accounts')
    .set({ [at]: until })
    .where('id', '=', accountId)
    .where((eb) => eb.or([eb(at, 'is', null), eb(at, '<', until), eb(at, '>', now)]))
    .execute();
}

async function isAnyIn(db: Reader, accountId: string, { from, to }: Part): Promise<boolean> {
  let query = db.selectFrom('provisioning_log').select('id').where('account_id', '=', accountId);
  if (from !== undefined) query = query.where('id', '>=', from);
  if (to !== undefined) query = query.where('id', '<', to);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

async function deletePart(db: Reader, accountId: string, { id }: Part): Promise<void> {
  await db
    .deleteFrom('provisioning_log_parts')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
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
