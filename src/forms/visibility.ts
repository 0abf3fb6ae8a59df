import type { Reader } from '#db/database.ts';
import type { Form, Viewer } from './form.ts';
import type { GroupsOfUser } from './forms-deps.ts';

/** A form is visible when its column holds one of the ids. */
export interface VisibleRange {
  readonly column: 'created_by' | 'assignee_id';
  readonly ids: readonly string[];
}

/**
 * The forms that a user can see: all, or those in any of these ranges. This is the only rule of visibility; lists and
 * single reads both use it.
 */
export type Sight = 'all' | readonly VisibleRange[];

/**
 * Returns what a user can see. Admins and designers see all forms; members see those that they created and those that
 * are assigned to them or to one of their groups.
 */
export async function sightOf(db: Reader, directory: GroupsOfUser, viewer: Viewer): Promise<Sight> {
  if (viewer.role !== 'member') return 'all';
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return [
    { column: 'created_by', ids: [viewer.userId] },
    { column: 'assignee_id', ids: [viewer.userId, ...groups] },
  ];
}

export function isVisible(sight: Sight, form: Form): boolean {
  return isWithin(sight, { created_by: form.createdBy, assignee_id: form.assignment.id });
}

/** Returns whether a form is visible, from the values of these columns. */
export function isWithin(
  sight: Sight,
  values: Readonly<Record<VisibleRange['column'], string>>,
): boolean {
  return sight === 'all' || sight.some(({ column, ids }) => ids.includes(values[column]));
}
