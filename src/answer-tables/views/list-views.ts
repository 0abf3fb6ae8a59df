import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { seesTemplate } from './check-view.ts';
import type { SavedView, ViewedList } from './view.ts';
import { listOwnViews, listSharedViews } from './views.store.ts';

/** A view as somebody sees it. */
export interface SeenView {
  readonly view: SavedView;
  /** The template of the view is not there any more, or the viewer may not use it any more. */
  readonly isGone: boolean;
}

export interface ViewsPage {
  readonly list: ViewedList;
  /** Only views of this template; undefined for all views of the list. */
  readonly templateId: string | undefined;
  /** The last view of the page before, which others share; undefined for the first page, with one's own. */
  readonly after: Pick<SavedView, 'id' | 'name'> | undefined;
  readonly limit: number;
}

/**
 * Returns a page of the views of a list: one's own, then those that others share, each by name. A shared view of a
 * template is shown to those who see the template.
 * @returns also the last of the shared views, if others follow
 */
export async function listViews(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  { list, templateId, after, limit }: ViewsPage,
): Promise<{ readonly views: readonly SeenView[]; readonly last: SavedView | undefined }> {
  const { accountId, userId } = viewer;
  const groupIds = await directory.groupIdsOf(db, accountId, userId);
  const own = after === undefined ? await listOwnViews(db, accountId, userId, list) : [];
  const given = { userId, groupIds, list, templateId, after, limit: limit + 1 };
  const found = await listSharedViews(db, accountId, given);
  const shared = found.slice(0, limit);
  const wanted = [...own, ...shared].filter(
    (view) => templateId === undefined || view.templateId === templateId,
  );
  const seen = new Map<string, boolean>();
  for (const { templateId: id } of wanted) {
    if (id === undefined || seen.has(id)) continue;
    seen.set(id, await seesTemplate(db, directory, viewer, id));
  }
  const views = wanted.flatMap((view) => {
    const isGone = view.templateId !== undefined && seen.get(view.templateId) !== true;
    return isGone && view.ownerId !== userId ? [] : [{ view, isGone }];
  });
  return { views, last: found.length > limit ? shared.at(-1) : undefined };
}
