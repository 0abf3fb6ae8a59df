import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { type Rights, standingOf } from '#templates/index.ts';
import type { StoredForm } from './form.store.ts';
import { panelsOf } from './review-panels.store.ts';

/** What a viewer may do with a form that they see. */
export interface FormAccess {
  /** They created it, or it is assigned to them or to a group of theirs. */
  readonly isOwn: boolean;
  /** It waits for their review. */
  readonly isAsked: boolean;
  /** Their rights on its template. */
  readonly rights: Rights;
}

/**
 * Returns what a viewer may do with a form; undefined if they may not see it. Deleted forms are seen only by those who
 * may restore them.
 */
export async function accessTo(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  form: StoredForm,
): Promise<FormAccess | undefined> {
  const { userId } = viewer;
  const { groups, rights } = await standingOf(db, directory, viewer, form.templateId);
  const isOwn = isOwnDirectly(viewer, form) || groups.includes(form.assignment.id);
  const isAsked = await waitsFor(db, form, [userId, ...groups]);
  const isSeen =
    isOwn ||
    isAsked ||
    rights.see === 'all' ||
    (rights.see === 'group' && (await isOfGroups(db, directory, form, groups)));
  if (!isSeen || (form.deletedAt !== undefined && !rights.edit)) return undefined;
  return { isOwn, isAsked, rights };
}

/** Returns whether a form in review waits for one of these users and groups. */
async function waitsFor(
  db: Reader,
  { accountId, review }: StoredForm,
  subjects: readonly string[],
): Promise<boolean> {
  if (review?.panel === undefined) return false;
  return (await panelsOf(db, accountId, subjects)).includes(review.panel);
}

/** Returns whether a viewer was asked in the step of a review that was decided last. */
export async function wasAsked(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId }: Viewer,
  { review }: StoredForm,
): Promise<boolean> {
  if (review?.decidedPanel === undefined) return false;
  const groups = await directory.groupIdsOf(db, accountId, userId);
  return (await panelsOf(db, accountId, [userId, ...groups])).includes(review.decidedPanel);
}

/** Returns whether a viewer created a form or is its assignee: they see it and fill it in without any right. */
export const isOwnDirectly = (
  { userId }: Viewer,
  { createdBy, assignment }: Pick<StoredForm, 'createdBy' | 'assignment'>,
): boolean => createdBy === userId || assignment.id === userId;

/** Returns whether a viewer may decide on a form in review: they are asked, or have the right on its template. */
export const mayReview = ({ isAsked, rights }: FormAccess): boolean => isAsked || rights.review;

/** Whose form it is: whoever completed it, and the person it is assigned to. They review it only if the policy says so. */
export const isAuthor = (
  { completedBy, assignment }: Pick<StoredForm, 'completedBy' | 'assignment'>,
  userId: string,
): boolean => completedBy === userId || assignment.id === userId;

/** Returns whether a viewer may decide on a form now. */
export function decides(
  userId: string,
  form: Pick<StoredForm, 'completedBy' | 'assignment' | 'review'>,
  access: FormAccess,
): boolean {
  const { review } = form;
  if (review?.state !== 'in-review' || !mayReview(access)) return false;
  return review.own || !isAuthor(form, userId);
}

/** What a viewer needs for an action on a form: drafts of their own need no right to be filled in. */
export const mayEdit = ({ isOwn, rights }: FormAccess): boolean => isOwn || rights.edit;

/**
 * Returns whether a viewer may assign a draft. A person who could assign a draft that they may only see could assign it to
 * themselves, and then edit and complete it.
 */
export const mayAssign = (access: FormAccess): boolean => access.rights.assign && mayEdit(access);

/** Returns whether the creator or the assignee of a form belongs to one of the groups. */
async function isOfGroups(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, createdBy, assignment }: StoredForm,
  groups: readonly string[],
): Promise<boolean> {
  for (const id of new Set([createdBy, assignment.id])) {
    const above = await directory.groupIdsOf(db, accountId, id);
    if (above.some((each) => groups.includes(each))) return true;
  }
  return false;
}
