import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { seesEach, selectSeen, subjectsWith } from '#templates/index.ts';
import { panelsOf } from './review-panels.store.ts';

/**
 * A form is visible when its column holds one of the ids and, where `people` is given, when its creator or its assignee
 * is among them. `review_by` holds the panel that a form in review waits for, and counts while the form is complete.
 */
export interface VisibleRange {
  readonly column: 'created_by' | 'assignee_id' | 'template_id' | 'review_by';
  readonly ids: readonly string[];
  /** The groups of the viewer, and all users and groups in them. */
  readonly people?: ReadonlySet<string>;
  /** A user who may decide on the form: it is not their own, unless its template allows that. */
  readonly decider?: string;
}

/**
 * The forms that a user can see: all, or those in any of these ranges. This is the only rule of visibility of lists;
 * form-access.ts says the same of a single form.
 */
export type Visibility = 'all' | readonly VisibleRange[];

/**
 * Returns what a user can see: the forms that they created, those assigned to them or to one of their groups, those that
 * wait for their review, and the forms of others that their rights on templates show them.
 */
export async function visibilityOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Visibility> {
  const { accountId } = viewer;
  const groups = await directory.groupIdsOf(db, accountId, viewer.userId);
  const own = ownForms(viewer, groups);
  const subjects = subjectsWith(viewer, groups);
  const { all, group } = await selectSeen(db, accountId, subjects);
  if (all.length > 0 && (await seesEach(db, accountId, subjects))) return 'all';
  const ranges: VisibleRange[] = all.length > 0 ? [{ column: 'template_id', ids: all }] : [];
  if (group.length > 0) {
    const inside = await directory.memberIdsOf(db, accountId, groups);
    const people = new Set([...groups, ...inside]);
    ranges.push({ column: 'template_id', ids: group, people });
  }
  // The widest first: a count of the others then leaves out what it contains.
  // Most people review nothing: they cost one look at an index.
  const asked = await waitingFor(db, viewer, groups);
  return [...ranges, ...own, ...(asked.ids.length > 0 ? [asked] : [])];
}

/** Returns a user's own forms: those that they created, and those assigned to them or to one of their groups. */
export async function ownFormsOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Visibility> {
  return ownForms(viewer, await directory.groupIdsOf(db, viewer.accountId, viewer.userId));
}

/** Returns the forms that wait for the review of a user, who may decide on them. */
export async function reviewsOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Visibility> {
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return [{ ...(await waitingFor(db, viewer, groups)), decider: viewer.userId }];
}

async function waitingFor(
  db: Reader,
  { accountId, userId }: Viewer,
  groups: readonly string[],
): Promise<VisibleRange> {
  return { column: 'review_by', ids: await panelsOf(db, accountId, [userId, ...groups]) };
}

const ownForms = ({ userId }: Viewer, groups: readonly string[]): readonly VisibleRange[] => [
  { column: 'created_by', ids: [userId] },
  { column: 'assignee_id', ids: [userId, ...groups] },
];

/** Returns what remains of a visibility for the forms of one template. */
export function visibilityWithin(visibility: Visibility, templateId: string): Visibility {
  if (visibility === 'all') return 'all';
  const others = visibility.filter(({ column }) => column !== 'template_id');
  const here = visibility.filter(
    ({ column, ids }) => column === 'template_id' && ids.includes(templateId),
  );
  if (here.some(({ people }) => people === undefined)) return 'all';
  return [...others, ...here.map((range) => ({ ...range, ids: [templateId] }))];
}

/** What of a form says who sees it. */
export type SeenColumns = Readonly<
  Record<'created_by' | 'assignee_id' | 'template_id', string> & {
    review_by: string | null;
    status: string | null;
  }
>;

/** Returns whether a form is visible, from the values of these columns. */
export function isWithin(visibility: Visibility, values: SeenColumns): boolean {
  if (visibility === 'all') return true;
  const { created_by, assignee_id, status } = values;
  return visibility.some(
    ({ column, ids, people }) =>
      ids.includes(values[column] ?? '') &&
      (column !== 'review_by' || status === 'complete') &&
      (people === undefined || people.has(created_by) || people.has(assignee_id)),
  );
}
