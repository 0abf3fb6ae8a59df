import type { SeenView } from '#answer-tables/views/list-views.ts';
import type { Reader } from '#db/database.ts';
import { readNames, type Viewer } from '#form-basics/index.ts';
import type { ViewItem } from './view.shapes.ts';

/** Returns views as their pages show them. Others don't learn which groups a view is shared with. */
export async function toViewItems(
  db: Reader,
  { accountId, userId }: Viewer,
  views: readonly SeenView[],
): Promise<ViewItem[]> {
  const ids = views.flatMap(({ view: { ownerId, sharing } }) => [ownerId, ...sharing.groupIds]);
  const names = await readNames(db, accountId, ids);
  const named = (id: string) => {
    const name = names.get(id);
    return { id, ...(name !== undefined && { name }) };
  };
  return views.map(({ view, isGone }) => {
    const isOwn = view.ownerId === userId;
    return {
      id: view.id,
      name: view.name,
      list: view.list,
      ...(view.templateId !== undefined && { templateId: view.templateId }),
      state: { ...view.state },
      isOwn,
      isGone,
      owner: named(view.ownerId),
      sharing: { with: view.sharing.with, groups: isOwn ? view.sharing.groupIds.map(named) : [] },
    };
  });
}
