import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';
import { engineOf, isRefusedCall, isRefusedWrite } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import { type Branch, type ChangeHead, isOnNewTimeline, withBranch } from './change-head.ts';

/**
 * Reads outside of any transaction: what a server refuses would end one. Numbers are 0 before the first change, and the
 * epoch is empty before the first backup is restored.
 */
export async function readHead(db: Reader, accountId: string): Promise<ChangeHead> {
  const [row] = await findHead(db, { accountId }).catch(async (error: unknown) => {
    if (!isRefusedCall(error)) throw error;
    return await findHeadWithoutTimeline(db, { accountId });
  });
  const { seq = 0, work_seq = 0, epoch = '', timeline, branches = '[]' } = row ?? {};
  return { seq, work_seq, epoch, timeline: timeline ?? undefined, branches: JSON.parse(branches) };
}

/**
 * Returns the head for a cursor, after it noted the timeline that the storage is on, if that is a new one. While the
 * storage takes no writes, the cursor names the branch before: it is taken as long as its number is, and nobody who only
 * reads is refused.
 */
export async function readHeadForCursor(
  db: Database,
  accountId: string,
  branchId: string,
): Promise<ChangeHead> {
  const head = await readHead(db.reader, accountId);
  if (db.isReadOnly || !isOnNewTimeline(head)) return head;
  try {
    await db.transaction((tx) => lockChangeHead(tx, accountId, { branchId, isTold: true }));
  } catch (error) {
    if (isRefusedWrite(error)) return head;
    throw error;
  }
  return readHead(db.reader, accountId);
}

/**
 * Returns the highest numbers, locked: the readers of an account give numbers one after the other. Numbers that are the
 * first on a timeline begin a branch.
 * @param isTold whether PostgreSQL tells its timeline, if there is no branch yet to know it by
 */
export async function lockChangeHead(
  tx: Tx,
  accountId: string,
  { branchId, isTold = false }: { readonly branchId: string; readonly isTold?: boolean },
): Promise<{ readonly seq: number; readonly work_seq: number }> {
  await tx
    .insertInto('form_change_heads')
    .values({ account_id: accountId, seq: 0 })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const isPostgres = engineOf(tx) === 'postgres';
  const ifTold = sql<string | null>`case when branches <> '[]' then ${TIMELINE} end`;
  const query = tx
    .selectFrom('form_change_heads')
    .select(['seq', 'work_seq', 'branches'])
    .select((isPostgres ? (isTold ? TIMELINE : ifTold) : sql<null>`null`).as('timeline'))
    .where('account_id', '=', accountId);
  const row = await (isPostgres ? query.forUpdate() : query).executeTakeFirstOrThrow();
  const { seq, work_seq } = row;
  const branches: readonly Branch[] = JSON.parse(row.branches);
  const timeline = row.timeline ?? undefined;
  if (timeline !== undefined && isOnNewTimeline({ timeline, branches })) {
    const begun = withBranch(branches, { id: branchId, timeline, seq, work_seq });
    await tx
      .updateTable('form_change_heads')
      .set({ branches: JSON.stringify(begun) })
      .where('account_id', '=', accountId)
      .execute();
  }
  return { seq, work_seq };
}

/** Stores the highest number, which the caller has locked. */
export async function putChangeHead(
  tx: Tx,
  accountId: string,
  column: 'seq' | 'work_seq',
  seq: number,
): Promise<void> {
  await tx
    .updateTable('form_change_heads')
    .set({ [column]: seq })
    .where('account_id', '=', accountId)
    .execute();
}

interface HeadRow {
  readonly seq: number;
  readonly work_seq: number;
  readonly epoch: string;
  readonly timeline: string | null;
  readonly branches: string;
}

const headBy = (epochOf: (db: Reader) => RawBuilder<string>, timeline: RawBuilder<string | null>) =>
  precompile<HeadRow, { readonly accountId: string }>((db, { accountId }) =>
    db
      .selectFrom('accounts as a')
      .leftJoin('form_change_heads as h', 'h.account_id', 'a.id')
      .select((eb) => [
        eb.fn.coalesce('h.seq', sql<number>`0`).as('seq'),
        eb.fn.coalesce('h.work_seq', sql<number>`0`).as('work_seq'),
        eb.fn.coalesce('h.branches', sql<string>`'[]'`).as('branches'),
        epochOf(db).as('epoch'),
        (engineOf(db) === 'postgres' ? timeline : NO_TIMELINE).as('timeline'),
      ])
      .where('a.id', '=', accountId),
  );

// What puts back an older state of PostgreSQL leaves no trace in the rows. pg_restore makes the table anew, in this
// database or in another one: one of the two oids changes. Who recovers to a moment, or goes on with a standby, begins
// a new timeline, which the name of the WAL file tells at once and pg_control only after the next checkpoint.
const STORED = sql<string>`coalesce(h.epoch, '')`;
const PLACE = sql<string>`${STORED} || ':' ||
  (select oid::text from pg_database where datname = current_database()) || ':' ||
  'form_change_heads'::regclass::oid::text`;
const TIMELINE = sql<string>`case when pg_is_in_recovery()
  then (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint())
  else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
end`;
const NO_TIMELINE = sql<null>`null`;
const placeIn = (db: Reader) => (engineOf(db) === 'postgres' ? PLACE : STORED);

const findHead = headBy(placeIn, TIMELINE);
/** For PostgreSQL that tells its timeline to nobody, such as Aurora, or not to this role. */
const findHeadWithoutTimeline = headBy(placeIn, NO_TIMELINE);
