import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { seesTemplate } from './check-view.ts';
import { mayDeleteView, noView, type SavedView } from './view.ts';
import { findView } from './views.store.ts';

/** Returns a view of the answers of a template that somebody sees now: one's own, or one that others share with them. */
export async function findSeenAnswersView(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  { id, templateId }: { readonly id: string; readonly templateId: string },
): Promise<SavedView | undefined> {
  const view = await findView(db, viewer.accountId, id);
  if (view?.list !== 'answers' || view.templateId !== templateId) return undefined;
  if (view.ownerId === viewer.userId) return view;
  const { with: shared, groupIds } = view.sharing;
  if (shared === 'nobody') return undefined;
  if (shared === 'groups') {
    const own = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
    if (!groupIds.some((group) => own.includes(group))) return undefined;
  }
  return (await seesTemplate(db, directory, viewer, templateId)) ? view : undefined;
}

/** Returns a view that somebody may delete: one's own, or to an admin any that others share. @throws AppError `not-found` */
export async function requireDeletableView(
  db: Reader,
  by: Pick<Viewer, 'accountId' | 'userId' | 'role'>,
  id: string,
): Promise<SavedView> {
  const view = await findView(db, by.accountId, id.toLowerCase());
  if (view && mayDeleteView(by, view)) return view;
  throw noView();
}
