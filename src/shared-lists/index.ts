/** Shared lists for the web app and for other systems: the endpoints, and which templates use which lists. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteAppList } from './app/delete-app-list.ts';
import { getAppList } from './app/get-app-list.ts';
import { listAppListVersions } from './app/list-app-list-versions.ts';
import { listAppLists } from './app/list-app-lists.ts';
import { listAppRowChanges } from './app/list-app-row-changes.ts';
import { listAppRows } from './app/list-app-rows.ts';
import { patchAppList } from './app/patch-app-list.ts';
import { postAppList } from './app/post-app-list.ts';
import { postAppRows } from './app/post-app-rows.ts';
import { putAppPublicColumns } from './app/put-app-public-columns.ts';
import { putAppRows } from './app/put-app-rows.ts';
import type { ListsEndpointDeps } from './lists-endpoint-deps.ts';
import { deleteSharedList } from './v2/delete-list.ts';
import { getList } from './v2/get-list.ts';
import { listLists } from './v2/list-lists.ts';
import { listRowChanges } from './v2/list-row-changes.ts';
import { listRows } from './v2/list-rows.ts';
import { postList } from './v2/post-list.ts';
import { postRows } from './v2/post-rows.ts';
import { putRows } from './v2/put-rows.ts';

export type { ListsEndpointDeps } from './lists-endpoint-deps.ts';

export const listsEndpoints = (deps: ListsEndpointDeps): readonly Endpoint[] => [
  listAppLists(deps),
  postAppList(deps),
  getAppList(deps),
  patchAppList(deps),
  deleteAppList(deps),
  listAppRows(deps),
  listAppRowChanges(deps),
  postAppRows(deps),
  putAppRows(deps),
  putAppPublicColumns(deps),
  listAppListVersions(deps),
  listLists(deps),
  postList(deps),
  getList(deps),
  deleteSharedList(deps),
  listRows(deps),
  listRowChanges(deps),
  postRows(deps),
  putRows(deps),
];
