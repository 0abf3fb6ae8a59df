import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, throughIndex } from '#db/dialect.ts';
import { lockChangeHead, type Numbering, putChangeHead } from '#form-records/index.ts';
import { selectByIds } from './assignment.store.ts';
import type { StoredAssignment } from './assignment.ts';

// The order of changes, as forms have it (form-records/form-change.store.ts).

const pendingOf = (db: Reader, accountId: string, limit: number) =>
  sql<{ readonly id: string }>`select c.assignment_id as id
    from ${throughIndex(db, 'assignment_changes', 'c', 'assignment_changes_pending')}
    where c.account_id = ${accountId} and c.seq is null
    order by c.since, c.assignment_id limit ${limit}`;

/** Returns whether changes wait for a number. */
export async function hasPendingWork(db: Reader, accountId: string): Promise<boolean> {
  return (await pendingOf(db, accountId, 1).execute(db)).rows.length > 0;
}

/**
 * Assigns numbers to at most `limit` committed changes, those that wait longest first. It skips an assignment that is
 * being written: the commit of its writer is a new change.
 * @returns how many
 */
export async function numberPendingWork(
  tx: Tx,
  accountId: string,
  { limit, branchId }: Numbering,
): Promise<number> {
  const { work_seq: head } = await lockChangeHead(tx, accountId, { branchId });
  const isPostgres = engineOf(tx) === 'postgres';
  const pending = pendingOf(tx, accountId, limit);
  const { rows } = await (isPostgres
    ? sql<{ readonly id: string }>`${pending} for update skip locked`
    : pending
  ).execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  const numbered = isPostgres
    ? sql`unnest(${sql.val(ids)}::text[]) with ordinality as numbered (id, place)`
    : sql`(select value as id, key + 1 as place from json_each(${JSON.stringify(ids)})) as numbered`;
  await sql`update assignment_changes set seq = ${head} + numbered.place from ${numbered}
    where account_id = ${accountId} and assignment_id = numbered.id`.execute(tx);
  await putChangeHead(tx, accountId, 'work_seq', head + ids.length);
  return ids.length;
}

/** A change of an assignment. Once it is deleted, only who saw it is known. */
export interface WorkChange {
  readonly seq: number;
  readonly id: string;
  /** Undefined: it was deleted. */
  readonly assignment: StoredAssignment | undefined;
  readonly sentBy: string | null;
  readonly assigneeId: string | null;
  readonly templateId: string | null;
}

/**
 * Returns the changes after a number, in order. An assignment that changes after its number was read is returned as it is
 * by then, and again later.
 */
export async function listWorkChanges(
  db: Reader,
  accountId: string,
  after: number,
  limit: number,
): Promise<readonly WorkChange[]> {
  const { rows } = await sql<
    Omit<WorkChange, 'assignment'>
  >`select c.seq as seq, c.assignment_id as id,
      c.sent_by as "sentBy", c.assignee_id as "assigneeId", c.template_id as "templateId"
    from ${throughIndex(db, 'assignment_changes', 'c', 'assignment_changes__seq')}
    where c.account_id = ${accountId} and c.seq is not null and c.seq > ${after}
    order by c.seq limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const found = new Map((await selectByIds(db, accountId, ids)).map((each) => [each.id, each]));
  return rows.map((row) => ({ ...row, seq: Number(row.seq), assignment: found.get(row.id) }));
}
