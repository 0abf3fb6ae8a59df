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
export type Visibility = 'all' | readonly VisibleRange[];

/**
 * Returns what a user can see. Admins and designers see all forms; members see those that they created and those that
 * are assigned to them or to one of their groups.
 */
export async function visibilityOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Visibility> {
  if (viewer.role !== 'member') return 'all';
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return [
    { column: 'created_by', ids: [viewer.userId] },
    { column: 'assignee_id', ids: [viewer.userId, ...groups] },
  ];
}

export function isVisible(visibility: Visibility, form: Form): boolean {
  return isWithin(visibility, { created_by: form.createdBy, assignee_id: form.assignment.id });
}

/** Returns whether a form is visible, from the values of these columns. */
export function isWithin(
  visibility: Visibility,
  values: Readonly<Record<VisibleRange['column'], string>>,
): boolean {
  return visibility === 'all' || visibility.some(({ column, ids }) => ids.includes(values[column]));
}
