import type { Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import type { FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { checkSharing, checkState, checkTemplate } from './check-view.ts';
import { MOST_VIEWS, mayDeleteView, type NewView, noView, type SavedView } from './view.ts';
import { countViewsOf, deleteViewRow, insertView, lockView, updateView } from './views.store.ts';

export type ViewsDeps = Pick<FormWritesDeps, 'clock' | 'ids' | 'audit' | 'directory'>;

/** Changes of a view. Undefined properties stay as they are. */
export type ViewChanges = Partial<Pick<NewView, 'name' | 'state' | 'sharing'>>;

/** Saves a view. @throws AppError `too-many`, and those of check-view.ts */
export async function createView(
  deps: ViewsDeps,
  tx: Tx,
  by: FormActor,
  input: NewView,
): Promise<SavedView> {
  const { accountId, userId } = by;
  await lockText(tx, `views ${accountId} ${userId}`);
  if ((await countViewsOf(tx, accountId, userId)) >= MOST_VIEWS) {
    throw fail('too-many', `You can save at most ${MOST_VIEWS} views. Delete one first.`, {
      because: { reason: 'most-items', limit: MOST_VIEWS },
    });
  }
  const { directory } = deps;
  const now = deps.clock.now();
  const view: SavedView = {
    accountId,
    id: deps.ids.next(),
    ownerId: userId,
    name: input.name,
    list: input.list,
    templateId: await checkTemplate(tx, directory, by, input),
    state: checkState(input.list, input.state),
    sharing: await checkSharing(tx, directory, by, input.sharing),
    createdAt: now,
    updatedAt: now,
  };
  await insertView(tx, view);
  await record(deps, tx, by, view, 'view.create');
  return view;
}

/** Changes a view of one's own. @throws AppError `not-found` for views of others, and those of check-view.ts */
export async function changeView(
  deps: ViewsDeps,
  tx: Tx,
  by: FormActor,
  id: string,
  { name, state, sharing }: ViewChanges,
): Promise<SavedView> {
  const { directory } = deps;
  const before = await lockView(tx, by.accountId, id.toLowerCase());
  if (before?.ownerId !== by.userId) throw noView();
  const view: SavedView = {
    ...before,
    name: name ?? before.name,
    ...(state && {
      state: checkState(before.list, state),
      templateId: await checkTemplate(tx, directory, by, { ...before, state }),
    }),
    sharing: sharing ? await checkSharing(tx, directory, by, sharing) : before.sharing,
    updatedAt: deps.clock.now(),
  };
  await updateView(tx, view);
  await record(deps, tx, by, view, 'view.change');
  return view;
}

/** Deletes a view of one's own; an admin also deletes shared ones of others. @throws AppError `not-found` */
export async function removeView(
  deps: ViewsDeps,
  tx: Tx,
  by: FormActor,
  id: string,
): Promise<void> {
  const view = await lockView(tx, by.accountId, id.toLowerCase());
  if (!view || !mayDeleteView(by, view)) throw noView();
  await deleteViewRow(tx, view);
  await record(deps, tx, by, view, 'view.delete');
}

const record = (
  { audit }: ViewsDeps,
  tx: Tx,
  by: FormActor,
  { id, name, list, sharing }: SavedView,
  action: string,
) =>
  audit.append(tx, by, {
    action,
    targetType: 'View',
    targetId: id,
    detail: { name, list, sharedWith: sharing.with, groupIds: [...sharing.groupIds] },
  });
