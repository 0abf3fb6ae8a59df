import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn, throughIndex } from '#db/dialect.ts';
import type { AssignmentState } from './assignment.ts';

/** Where a page ends: the due date and the id of its last assignment. */
export interface WordsPosition {
  readonly dueKey: number;
  readonly id: string;
}

/** What people wrote about an assignment. */
export interface WordsOfWork extends WordsPosition {
  readonly instructions: string | null;
  readonly declineReason: string | null;
}

const INDEXES = {
  assignee_id: 'assignments_by_assignee',
  sent_by: 'assignments_by_sender',
  group_id: 'assignments_by_group',
} as const;

/** The work of a person, or that was sent to a group of theirs. */
export interface WorkOfPerson {
  readonly accountId: string;
  readonly column: keyof typeof INDEXES;
  /** The user, or the group. */
  readonly id: string;
  readonly state: AssignmentState;
}

/** Returns a page of such work in one state, in the order of its index. */
export async function listWordsOf(
  db: Reader,
  { accountId, column, id, state }: WorkOfPerson,
  after: WordsPosition | undefined,
  limit: number,
): Promise<readonly WordsOfWork[]> {
  const behind = after ? sql`and (a.due_key, a.id) > (${after.dueKey}, ${after.id})` : sql``;
  const { rows } = await sql<Omit<WordsOfWork, 'dueKey'> & { dueKey: number | string }>`
    select a.id, a.due_key as "dueKey", a.instructions, a.decline_reason as "declineReason"
    from ${throughIndex(db, 'assignments', 'a', INDEXES[column])}
    where a.account_id = ${accountId} and ${sql.ref(`a.${column}`)} = ${id} and a.state = ${state} ${behind}
    order by a.due_key, a.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, dueKey: Number(row.dueKey) }));
}

export async function storeWords(
  tx: Tx,
  accountId: string,
  { id, instructions, declineReason }: WordsOfWork,
): Promise<void> {
  await tx
    .updateTable('assignments')
    .set({ instructions, decline_reason: declineReason })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Returns what the histories of assignments say beside who did what. */
export async function selectEventDetails(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly detail: string }[]> {
  const rows = await db
    .selectFrom('assignment_events')
    .select(['id', 'detail'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('assignment_id'), ids))
    .where('detail', 'is not', null)
    .execute();
  return rows.flatMap(({ id, detail }) => (detail === null ? [] : [{ id, detail }]));
}

export async function storeEventDetail(
  tx: Tx,
  accountId: string,
  id: string,
  detail: string,
): Promise<void> {
  await tx
    .updateTable('assignment_events')
    .set({ detail })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
