/** Shared lists for the web app and for other systems: the endpoints, and which templates use which lists. */
import type { Endpoint } from '#http/endpoint.ts';
import { listAppLists } from './app/list-app-lists.ts';
import type { ListsEndpointDeps } from './lists-endpoint-deps.ts';
import { deleteSharedList } from './operations/delete-list.ts';
import { getList } from './operations/get-list.ts';
import { listRowChanges } from './operations/list-row-changes.ts';
import { listRows } from './operations/list-rows.ts';
import { listVersions } from './operations/list-versions.ts';
import { patchList } from './operations/patch-list.ts';
import { postList } from './operations/post-list.ts';
import { postRows } from './operations/post-rows.ts';
import { putPublicColumns } from './operations/put-public-columns.ts';
import { putRows } from './operations/put-rows.ts';
import { listLists } from './v2/list-lists.ts';

export type { ListsEndpointDeps } from './lists-endpoint-deps.ts';

export const listsEndpoints = (deps: ListsEndpointDeps): readonly Endpoint[] => [
  listAppLists(deps),
  listLists(deps),
  ...postList(deps),
  ...getList(deps),
  ...patchList(deps),
  ...deleteSharedList(deps),
  ...listRows(deps),
  ...listRowChanges(deps),
  ...postRows(deps),
  ...putRows(deps),
  ...putPublicColumns(deps),
  ...listVersions(deps),
];
