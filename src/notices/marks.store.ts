import { type SqlBool, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';

/** The place after which the next due thing is looked for: its due time, then its id. */
export interface Mark {
  readonly due: number;
  readonly id: string;
}

/** An assignment that is due. */
export interface DueAssignment extends Mark {
  readonly templateId: string;
  readonly assignee: { readonly type: string; readonly id: string };
}

export async function listActiveAccounts(db: Reader): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a mark; undefined before the first one was stored. */
export async function readMark(
  db: Reader,
  accountId: string,
  name: string,
): Promise<Mark | undefined> {
  return await markOf(db, accountId, name).executeTakeFirst();
}

/** Like {@link readMark}, and locks it. */
export async function lockMark(tx: Tx, accountId: string, name: string): Promise<Mark | undefined> {
  const query = markOf(tx, accountId, name);
  return await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

const markOf = (db: Reader, accountId: string, name: string) =>
  db
    .selectFrom('bell_marks')
    .select(['due', 'id'])
    .where('account_id', '=', accountId)
    .where('name', '=', name);

export async function putMark(tx: Tx, accountId: string, name: string, mark: Mark): Promise<void> {
  await tx
    .insertInto('bell_marks')
    .values({ account_id: accountId, name, ...mark })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(mark))
    .execute();
}

interface Range {
  readonly after: Mark;
  /** In milliseconds. */
  readonly until: number;
  readonly limit: number;
}

/** Lists assignments that nobody has begun and that become due after a place, until a time, in the order of their due times. */
export async function listAssignmentsDue(
  db: Reader,
  accountId: string,
  { after, until, limit }: Range,
): Promise<readonly DueAssignment[]> {
  const rows = await selectThrough(db, 'assignments', 'assignments_by_state')
    .select(['id', 'template_id', 'assignee_type', 'assignee_id', 'due_key'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .where(sql<SqlBool>`(due_key, id) > (${after.due}, ${after.id})`)
    .where('due_key', '<=', until)
    .orderBy('due_key')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    templateId: row.template_id,
    assignee: { type: row.assignee_type, id: row.assignee_id },
    due: row.due_key,
  }));
}
