import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, normaliseId, type Viewer } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { findDashboard, type SeenBy } from './dashboard.store.ts';
import type { Dashboard } from './dashboard.ts';

/** Returns which dashboards somebody sees: admins look after all, because the owner may have left. */
export async function seenBy(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId, role }: Viewer,
): Promise<SeenBy> {
  const groupIds = await directory.groupIdsOf(db, accountId, userId);
  return { accountId, userId, groupIds, seesAll: role === 'admin' };
}

/** Returns a dashboard if the viewer may see it. */
export async function findSeenDashboard(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  given: string,
): Promise<Dashboard | undefined> {
  const { seesAll, groupIds } = await seenBy(db, directory, viewer);
  const id = normaliseId(given);
  const found = id === undefined ? undefined : await findDashboard(db, viewer.accountId, id);
  const isSeen =
    found &&
    (seesAll ||
      found.ownerId === viewer.userId ||
      found.groupIds.some((each) => groupIds.includes(each)));
  return isSeen ? found : undefined;
}

/** Like {@link findSeenDashboard}. @throws AppError `not-found`. */
export async function requireDashboard(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  given: string,
): Promise<Dashboard> {
  const found = await findSeenDashboard(db, directory, viewer, given);
  if (found) return found;
  throw fail('not-found', 'There is no dashboard with this id that you may see.');
}

/** Returns whether the viewer may change a dashboard that they see. */
export const mayEdit = ({ role, userId }: Viewer, { ownerId }: Dashboard): boolean =>
  role === 'admin' || ownerId === userId;

/** Like {@link requireDashboard}. @throws AppError also `forbidden` for those who may only see it. */
export async function requireOwnDashboard(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<Dashboard> {
  const found = await requireDashboard(db, directory, viewer, id);
  if (mayEdit(viewer, found)) return found;
  throw fail('forbidden', 'Only the owner of a dashboard, or an admin, may change it.');
}
