import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, throughIndex } from '#db/dialect.ts';
import type { TimeSpan } from '#form-basics/index.ts';
import { type Visibility, type VisibleRange, visibilityWithin } from '#form-records/index.ts';
import { selectByIds } from './assignment.store.ts';
import type { AssignmentState, StoredAssignment } from './assignment.ts';

/** Which assignments a list has: those that all of this is true of. */
export interface AssignmentSelection {
  readonly accountId: string;
  readonly visibility: Visibility;
  /** At least one. */
  readonly states: readonly AssignmentState[];
  readonly templateId?: string | undefined;
  /** The id of a user or a group. */
  readonly assigneeId?: string | undefined;
  readonly sentBy?: string | undefined;
  readonly due?: TimeSpan | undefined;
  /** In milliseconds: without those that their assignees don't see yet. */
  readonly shownAt?: number | undefined;
}

/** Where a page ends: the due date and the id of its last assignment. */
export type AssignmentPosition = readonly [dueKey: number, id: string];

/** The columns of a range of visibility. Whoever sends an assignment is to it what its creator is to a form. */
const COLUMNS = {
  created_by: 'sent_by',
  assignee_id: 'assignee_id',
  template_id: 'template_id',
} as const;

/** Of so many templates each is read on its own. Who sees more sees most, and the list is read in its order. */
const FEW = 100;

/** Returns a page of assignments, the most urgent first; those that are never due come last. */
export async function selectAssignments(
  db: Reader,
  selection: AssignmentSelection,
  after: AssignmentPosition | undefined,
  limit: number,
): Promise<readonly StoredAssignment[]> {
  const keys = await selectAssignmentKeys(db, selection, after, limit);
  const ids = keys.map(({ id }) => id);
  const found = await selectByIds(db, selection.accountId, ids);
  return found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Where an assignment is in a list. */
export interface AssignmentKey {
  readonly id: string;
  readonly due_key: number;
}

/** Returns the keys of a page of a list. Each of its parts is in order; no storage joins them without sorting all. */
export async function selectAssignmentKeys(
  db: Reader,
  selection: AssignmentSelection,
  after: AssignmentPosition | undefined,
  limit: number,
): Promise<readonly AssignmentKey[]> {
  const parts = queriesOf(db, selection, after, limit);
  if (parts.length === 0) return [];
  const { rows } = await sql<AssignmentKey>`${sql.join(parts, sql` union all `)}`.execute(db);
  const found = new Map(rows.map(({ id, due_key }) => [id, { id, due_key: Number(due_key) }]));
  return [...found.values()]
    .toSorted((a, b) => a.due_key - b.due_key || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** What the assignments of one part of a list have in common. */
interface Part {
  readonly sent_by?: string | undefined;
  readonly assignee_id?: string | undefined;
  readonly template_id?: string | undefined;
  /** Further conditions, which no index answers. */
  readonly seen?: readonly RawBuilder<boolean>[];
}

/** Returns queries that each read an index in the order of the list, and together have its first rows. */
function queriesOf(
  db: Reader,
  selection: AssignmentSelection,
  after: AssignmentPosition | undefined,
  limit: number,
): readonly RawBuilder<unknown>[] {
  const { accountId, states, due, shownAt } = selection;
  const shared = [
    ...(due?.from === undefined ? [] : [sql<boolean>`a.due_key >= ${due.from}`]),
    ...(due?.before === undefined ? [] : [sql<boolean>`a.due_key < ${due.before}`]),
    ...(shownAt === undefined ? [] : [sql<boolean>`a.not_before <= ${shownAt}`]),
    ...(after === undefined ? [] : [sql<boolean>`(a.due_key, a.id) > (${after[0]}, ${after[1]})`]),
  ];
  return partsOf(db, selection).flatMap((part) => {
    const { seen = [], ...same } = part;
    const equal = Object.entries(same).flatMap(([column, value]) =>
      value === undefined ? [] : [sql<boolean>`${sql.ref(`a.${column}`)} = ${value}`],
    );
    const from = throughIndex(db, 'assignments', 'a', indexFor(part));
    return states.map((state) => {
      const all = [...equal, ...seen, ...shared, sql<boolean>`a.state = ${state}`];
      return sql`select id, due_key from (
        select a.id, a.due_key from ${from} where a.account_id = ${accountId} and ${sql.join(all, sql` and `)}
        order by a.due_key, a.id limit ${limit}) as part`;
    });
  });
}

function indexFor({ assignee_id, sent_by, template_id }: Part): string {
  // One person has few. Whoever plans work may have sent most of an account.
  if (assignee_id !== undefined) return 'assignments_by_assignee';
  if (sent_by !== undefined) {
    return template_id === undefined ? 'assignments_by_sender' : 'assignments_by_sender_template';
  }
  return template_id === undefined ? 'assignments_by_state' : 'assignments_by_template';
}

/** Returns what together is the list: all that matches the filters, in each range that the viewer sees. */
function partsOf(
  db: Reader,
  { visibility, templateId, assigneeId, sentBy }: AssignmentSelection,
): readonly Part[] {
  const asked: Part = { sent_by: sentBy, assignee_id: assigneeId, template_id: templateId };
  const within = templateId === undefined ? visibility : visibilityWithin(visibility, templateId);
  if (within === 'all') return [asked];
  return within.flatMap((range) => {
    // Whoever reviews a form sees nothing of the work that it came of.
    if (range.column === 'review_by') return [];
    const column = COLUMNS[range.column];
    const seen = amongPeople(db, range);
    if (range.ids.length > FEW) {
      return [{ ...asked, seen: [...seen, isIn(db, sql.ref(`a.${column}`), range.ids)] }];
    }
    const wanted = asked[column];
    const ids = wanted === undefined ? range.ids : range.ids.filter((id) => id === wanted);
    return ids.map((id) => ({ ...asked, [column]: id, seen }));
  });
}

function amongPeople(db: Reader, { people }: VisibleRange): readonly RawBuilder<boolean>[] {
  if (people === undefined) return [];
  const [sender, assignee] = ['a.sent_by', 'a.assignee_id'].map((column) =>
    isIn(db, sql.ref(column), [...people]),
  );
  return [sql<boolean>`(${sender} or ${assignee})`];
}
