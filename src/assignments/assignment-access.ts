import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, normaliseId, type Viewer } from '#form-basics/index.ts';
import { isWithin, type Visibility, visibilityOf } from '#form-records/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { lacksRight, rightsOf } from '#templates/index.ts';
import { findAssignment } from './assignment.store.ts';
import type { StoredAssignment } from './assignment.ts';

// Who sees an assignment, and who may change it. It is seen as a form is that its sender created: by its sender, by its
// assignee, and by those whose rights on the template show them such forms (form-records/visibility.ts).

/** Returns an assignment that the viewer may see. @throws AppError `not-found`. */
export async function requireAssignment(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<StoredAssignment> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await findAssignment(db, viewer.accountId, known);
  if (found && isSeenIn(await visibilityOf(db, directory, viewer), found)) return found;
  throw noAssignment();
}

export const noAssignment = (): AppError =>
  fail('not-found', 'There is no assignment with this id that you may see.');

/** Returns whether an assignment is within what somebody sees. */
export const isSeenIn = (
  visibility: Visibility,
  { sentBy, assignee, templateId }: StoredAssignment,
): boolean =>
  isWithin(visibility, {
    created_by: sentBy,
    assignee_id: assignee.id,
    template_id: templateId,
    review_by: null,
    status: null,
  });

/**
 * Requires that somebody may hand an assignment on, change or cancel it: as for a draft, they need the right to assign,
 * and for the work of others that they did not send the right to edit.
 * @throws AppError `forbidden`
 */
export async function requireMayDirect(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  assignment: StoredAssignment,
): Promise<void> {
  const rights = await rightsOf(db, directory, viewer, assignment.templateId);
  if (!rights.assign) throw lacksRight('assign');
  const isOwn =
    assignment.sentBy === viewer.userId || (await isToDo(db, directory, viewer, assignment));
  if (!isOwn && !rights.edit) throw lacksRight('edit');
}

/** Returns whether an assignment is somebody's to do: theirs, or one of a group of theirs. */
export async function isToDo(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId }: Viewer,
  { assignee }: Pick<StoredAssignment, 'assignee'>,
): Promise<boolean> {
  if (assignee.type === 'User') return assignee.id === userId;
  return (await directory.groupIdsOf(db, accountId, userId)).includes(assignee.id);
}
