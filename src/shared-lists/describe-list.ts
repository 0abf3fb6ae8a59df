import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, readNames, type Viewer } from '#form-basics/index.ts';
import {
  groupsOf,
  hasRight,
  type List,
  type ListUse,
  type Row,
  type UsesOf,
} from '#lists/index.ts';
import { mayKnow, rightsOnEach, selectUses } from '#templates/index.ts';
import type { ListDetail, ListItem, ListRow } from './shared-list.shapes.ts';

/** Returns a list as the lists of lists show it. */
export const toListItem = (list: List, mayManage: boolean): ListItem => ({
  id: list.id,
  name: list.name,
  columns: list.columns.map((column) => ({ ...column })),
  keyColumn: list.keyColumn,
  labelColumn: list.labelColumn,
  version: list.version,
  activeRows: list.activeRows,
  inactiveRows: list.inactiveRows,
  revision: list.revision,
  updatedAt: new Date(list.updatedAt).toISOString(),
  publicColumns: [...list.publicColumns],
  mayManage,
});

/** Returns a function that tells whether the viewer may manage a list. */
export async function managedBy(
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
): Promise<(list: List) => boolean> {
  const groupIds = await groupsOf(deps, db, viewer);
  return (list) => hasRight(viewer, list, 'manage', groupIds);
}

/** Returns the parts of a list that the viewer may see. */
export async function describeList(
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
  list: List,
): Promise<ListDetail> {
  const mayManage = (await managedBy(deps, db, viewer))(list);
  const shown = {
    ...toListItem(list, mayManage),
    createdAt: new Date(list.createdAt).toISOString(),
  };
  if (!mayManage) return shown;
  const ids = list.grants.filter(({ type }) => type !== 'Role').map(({ id }) => id);
  const names = await readNames(db, list.accountId, ids);
  return {
    ...shown,
    grants: list.grants.map((grant) => {
      const name = names.get(grant.id);
      return { ...grant, ...(name !== undefined && { name }) };
    }),
    ...(await usesFor(deps, db, viewer, list)),
  };
}

/** Returns the function that finds the templates that use a list. */
export const usesOf =
  ({ directory }: { readonly directory: GroupsOfUser }): UsesOf =>
  (tx, by, list) =>
    knownUses(directory, tx, by, list);

async function knownUses(
  directory: GroupsOfUser,
  db: Reader,
  viewer: Viewer,
  { accountId, id: listId }: List,
): Promise<readonly ListUse[]> {
  const uses = await selectUses(db, accountId, listId);
  const ids = uses.map(({ id }) => id);
  const rightsOn = await rightsOnEach(db, directory, viewer, ids);
  return uses.map(({ id, name, status }) => ({
    id,
    name,
    isKnown: mayKnow(viewer, { status }, rightsOn(id)),
  }));
}

/** Returns the templates that use a list: those that the viewer may know, and how many others there are. */
async function usesFor(
  { directory }: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
  list: List,
): Promise<Pick<ListDetail, 'templates' | 'otherTemplates'>> {
  const uses = await knownUses(directory, db, viewer, list);
  const known = uses.filter(({ isKnown }) => isKnown);
  return {
    templates: known.map(({ id, name }) => ({ id, name })),
    otherTemplates: uses.length - known.length,
  };
}

export const toListRow = (row: Row): ListRow => ({ ...row });
