import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { List, ListRight, ListViewer } from './list.ts';
import { findList, type HeldBy, lockList } from './lists.store.ts';
import type { ListsDeps } from './lists-deps.ts';

// The rule of who may do what with a list, for all entrances. An id from a request becomes a list only here.

type Rights = Pick<ListsDeps, 'directory'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the list if the viewer has the right. Members never manage lists; admins have all rights.
 * @throws AppError `not-found` when they may not even use it, else `forbidden`.
 */
export async function requireListRight(
  deps: Rights,
  db: Reader,
  viewer: ListViewer,
  id: string,
  right: ListRight,
): Promise<List> {
  const list = await findVisible(deps, db, viewer, id, findList);
  return permitted(viewer, list, right, await groupsOf(deps, db, viewer));
}

/** Like {@link requireListRight}, and locks the list until the transaction ends. */
export async function lockWithRight(
  deps: Rights,
  tx: Tx,
  viewer: ListViewer,
  id: string,
  right: ListRight,
): Promise<List> {
  const list = await findVisible(deps, tx, viewer, id, lockList);
  return permitted(viewer, list, right, await groupsOf(deps, tx, viewer));
}

/** Returns which lists a viewer sees; undefined: all. */
export async function listsHeldBy(
  deps: Rights,
  db: Reader,
  viewer: ListViewer,
  onlyManaged: boolean,
): Promise<HeldBy | undefined> {
  if (viewer.role === 'admin') return undefined;
  return { subjects: subjectsOf(viewer, await groupsOf(deps, db, viewer)), onlyManaged };
}

/** Returns whether the viewer has a right to the list. `groupIds` are all groups that they belong to. */
export function hasRight(
  viewer: ListViewer,
  { grants }: List,
  right: ListRight,
  groupIds: readonly string[],
): boolean {
  if (viewer.role === 'admin') return true;
  if (right === 'manage' && viewer.role === 'member') return false;
  const subjects = subjectsOf(viewer, groupIds);
  return grants.some(({ id, manage }) => (manage || right === 'use') && subjects.includes(id));
}

/** Returns everything that rights of a viewer may be given to. */
const subjectsOf = (
  { userId, role }: ListViewer,
  groupIds: readonly string[],
): readonly string[] => [
  'everyone',
  ...(role === 'member' ? [] : ['designers']),
  userId,
  ...groupIds,
];

/** Returns the groups of a viewer, which decide nothing for an admin. */
export const groupsOf = async (
  { directory }: Rights,
  db: Reader,
  { accountId, userId, role }: ListViewer,
): Promise<readonly string[]> =>
  role === 'admin' ? [] : await directory.groupIdsOf(db, accountId, userId);

async function findVisible<D extends Reader>(
  deps: Rights,
  db: D,
  viewer: ListViewer,
  id: string,
  find: (db: D, accountId: string, id: string) => Promise<List | undefined>,
): Promise<List> {
  const known = id.toLowerCase();
  const list = UUID.test(known) ? await find(db, viewer.accountId, known) : undefined;
  if (list && hasRight(viewer, list, 'use', await groupsOf(deps, db, viewer))) return list;
  throw noList();
}

function permitted(
  viewer: ListViewer,
  list: List,
  right: ListRight,
  groupIds: readonly string[],
): List {
  if (hasRight(viewer, list, right, groupIds)) return list;
  throw fail('forbidden', 'You may use this list, but not change it.');
}

const noList = (): AppError => fail('not-found', 'There is no list with this id.');
