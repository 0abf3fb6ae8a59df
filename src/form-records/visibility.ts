import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { seesEach, selectSeen, subjectsWith } from '#templates/index.ts';

/**
 * A form is visible when its column holds one of the ids and, where `people` is given, when its creator or its assignee
 * is among them.
 */
export interface VisibleRange {
  readonly column: 'created_by' | 'assignee_id' | 'template_id';
  readonly ids: readonly string[];
  /** The groups of the viewer, and all users and groups in them. */
  readonly people?: ReadonlySet<string>;
}

/**
 * The forms that a user can see: all, or those in any of these ranges. This is the only rule of visibility of lists;
 * form-access.ts says the same of a single form.
 */
export type Visibility = 'all' | readonly VisibleRange[];

/**
 * Returns what a user can see: the forms that they created, those assigned to them or to one of their groups, and the
 * forms of others that their rights on templates show them.
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
  return [...ranges, ...own];
}

/** Returns a user's own forms: those that they created, and those assigned to them or to one of their groups. */
export async function ownFormsOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Visibility> {
  return ownForms(viewer, await directory.groupIdsOf(db, viewer.accountId, viewer.userId));
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

/** Returns whether a form is visible, from the values of these columns. */
export function isWithin(
  visibility: Visibility,
  values: Readonly<Record<VisibleRange['column'], string>>,
): boolean {
  if (visibility === 'all') return true;
  const { created_by, assignee_id } = values;
  return visibility.some(
    ({ column, ids, people }) =>
      ids.includes(values[column]) &&
      (people === undefined || people.has(created_by) || people.has(assignee_id)),
  );
}
