import type { Reader } from '#db/database.ts';
import type { Viewer } from '#forms/form.ts';
import type { GroupsOfUser } from '#forms/forms-deps.ts';
import { seesTemplate } from './check-view.ts';
import { MOST_SHARED, type SavedView, type ViewedList } from './view.ts';
import { listOwnViews, listSharedViews } from './views.store.ts';

/** A view as somebody sees it. */
export interface SeenView {
  readonly view: SavedView;
  /** The template of the view is not there any more, or the viewer may not use it any more. */
  readonly isGone: boolean;
}

/**
 * Returns the views of a list: one's own, then those that others share, each by name. A shared view of a template is shown
 * to those who see the template.
 * @param templateId only views of this template; undefined for all views of the list
 */
export async function listViews(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  list: ViewedList,
  templateId: string | undefined,
): Promise<readonly SeenView[]> {
  const { accountId, userId } = viewer;
  const groupIds = await directory.groupIdsOf(db, accountId, userId);
  const own = await listOwnViews(db, accountId, userId, list);
  const given = { userId, groupIds, list, templateId, limit: MOST_SHARED };
  const shared = await listSharedViews(db, accountId, given);
  const wanted = [...own, ...shared].filter(
    (view) => templateId === undefined || view.templateId === templateId,
  );
  const seen = new Map<string, boolean>();
  for (const { templateId: id } of wanted) {
    if (id === undefined || seen.has(id)) continue;
    seen.set(id, await seesTemplate(db, directory, viewer, id));
  }
  return wanted.flatMap((view) => {
    const isGone = view.templateId !== undefined && seen.get(view.templateId) !== true;
    return isGone && view.ownerId !== userId ? [] : [{ view, isGone }];
  });
}
