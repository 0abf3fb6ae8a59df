/**
 * Shared lists: tables of rows from which people choose in forms, such as sites, articles or employees. It owns lists
 * with their rights, the rows with their versions, the search for rows, and what devices need to keep them. Which
 * templates use a list is known to the domain of templates, which hands it in.
 */
import { changeList, createList, removeList } from './change-lists.ts';
import { createImportRows, createListGate } from './import-rows.ts';
import type { ListsDeps } from './lists-deps.ts';
import { createOpenList } from './open-list.ts';
import { searchPublicRows } from './public-rows.ts';
import { rowsSince, searchRows } from './search-rows.ts';
import { writeRows } from './write-rows.ts';

export { type ListUse, roomForLists, type UsesOf } from './change-lists.ts';
export { cleanLists } from './clean-rows.ts';
export { activeLabels } from './find-rows.store.ts';
export {
  LIST_LIMITS,
  type List,
  type ListActor,
  type ListColumn,
  type PublicRow,
  type Row,
} from './list.ts';
export { groupsOf, hasRight, listsHeldBy, requireListRight } from './list-rights.ts';
export { findList, holdList, selectLists, selectListVersions } from './lists.store.ts';
export type { ListsDeps } from './lists-deps.ts';
export { type FindRow, type FoundRow, lookUpRows, type RowReference } from './look-up-rows.ts';
export { readPublicRows } from './public-rows.ts';
export { hasValue } from './row-words.ts';

/** The functions that endpoints use to read and write lists. */
export type Lists = ReturnType<typeof createLists>;

export function createLists(deps: ListsDeps) {
  const gate = createListGate();
  return {
    createList: createList(deps),
    changeList: changeList(deps),
    removeList: removeList(deps),
    writeRows: writeRows(deps),
    importRows: createImportRows(deps, gate),
    openList: createOpenList(deps, gate),
    searchPublicRows: searchPublicRows(deps),
    searchRows: searchRows(deps),
    rowsSince: rowsSince(deps),
  };
}
