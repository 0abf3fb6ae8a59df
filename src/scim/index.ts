/**
 * SCIM 2.0 over HTTP (RFC 7643, RFC 7644): users, groups and discovery for identity providers. Owns the endpoints
 * below `/scim/v2`, the answers they give, and how a filter becomes SQL; `protocol/` is the engine behind it, pure and
 * without any of this.
 *
 * The rules about people and groups are the directory's; who calls, limits, bodies and how errors are written are the
 * pipeline's. It must not know tokens, credentials or forms.
 */
import type { Endpoint } from '#http/endpoint.ts';
import { processBulk } from './bulk/process-bulk.ts';
import { createDocuments } from './discovery/documents.ts';
import { listResourceTypes } from './discovery/list-resource-types.ts';
import { listSchemas } from './discovery/list-schemas.ts';
import { readResourceType } from './discovery/read-resource-type.ts';
import { readSchema } from './discovery/read-schema.ts';
import { readServiceProviderConfig } from './discovery/read-service-provider-config.ts';
import { createGroup } from './groups/create-group.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { listGroups } from './groups/list-groups.ts';
import { patchGroup } from './groups/patch-group.ts';
import { readGroup } from './groups/read-group.ts';
import { replaceGroup } from './groups/replace-group.ts';
import { searchGroups } from './groups/search-groups.ts';
import { createMe } from './me/create-me.ts';
import { deleteMe } from './me/delete-me.ts';
import { patchMe } from './me/patch-me.ts';
import { readMe } from './me/read-me.ts';
import { replaceMe } from './me/replace-me.ts';
import { listAll } from './root/list-all.ts';
import { searchAll } from './root/search-all.ts';
import type { ScimDeps } from './scim-deps.ts';
import { createUser } from './users/create-user.ts';
import { deleteUser } from './users/delete-user.ts';
import { listUsers } from './users/list-users.ts';
import { patchUser } from './users/patch-user.ts';
import { readUser } from './users/read-user.ts';
import { replaceUser } from './users/replace-user.ts';
import { searchUsers } from './users/search-users.ts';

export { comparisonsOf } from './load-types.ts';
export { readTypes } from './read-types.ts';
export type { ScimDeps } from './scim-deps.ts';
export { isStoredIn, type ScimTypes } from './scim-types.ts';
export { checkStored } from './stored/check-stored.ts';
export { holdUnique } from './stored/hold-unique.ts';

export function scimEndpoints(deps: ScimDeps): readonly Endpoint[] {
  const documents = createDocuments(deps);
  return [
    listAll(deps),
    searchAll(deps),
    listUsers(deps),
    searchUsers(deps),
    createUser(deps),
    readUser(deps),
    replaceUser(deps),
    patchUser(deps),
    deleteUser(deps),
    listGroups(deps),
    searchGroups(deps),
    createGroup(deps),
    readGroup(deps),
    replaceGroup(deps),
    patchGroup(deps),
    deleteGroup(deps),
    readMe(deps),
    createMe(deps),
    replaceMe(deps),
    patchMe(deps),
    deleteMe(deps),
    processBulk(deps),
    readServiceProviderConfig(deps),
    listSchemas(documents),
    readSchema(documents),
    listResourceTypes(documents),
    readResourceType(documents),
  ];
}
