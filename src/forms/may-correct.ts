import type { Reader } from '#db/database.ts';
import type { Form, FormStatus, GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { requireFormRight, requireMayEdit } from '#form-records/index.ts';
import { rightsWith } from '#templates/index.ts';

interface Listed {
  readonly status: FormStatus;
  readonly createdBy: string;
  readonly assigneeId: string;
}

/** Says whether the answers of a form may be corrected. */
export type Corrections = (form: Listed) => boolean;

/**
 * Returns a function that says whether a viewer may correct the answers of a form of a template that they see. Lists
 * offer it by this rule, which is the one of {@link requireMayCorrect}.
 */
export async function correctionsOf(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<Corrections> {
  const { accountId, userId } = viewer;
  const groups = await directory.groupIdsOf(db, accountId, userId);
  const { edit } = await rightsWith(db, viewer, templateId, groups);
  const own = new Set([userId, ...groups]);
  return ({ status, createdBy, assigneeId }) =>
    edit || (status === 'draft' && (createdBy === userId || own.has(assigneeId)));
}

/**
 * Requires that the viewer may correct the answers of a form that they see: of a complete form only with the right to
 * edit answers. @throws AppError `forbidden`.
 */
export const requireMayCorrect = (
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: Form,
): Promise<void> =>
  form.status === 'draft'
    ? requireMayEdit(db, directory, viewer, form)
    : requireFormRight(db, directory, viewer, form, 'edit');
