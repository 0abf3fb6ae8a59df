/**
 * SCIM 2.0 over HTTP (RFC 7643, RFC 7644): users, groups and discovery for identity providers. Owns the endpoints below
 * `/scim/v2`, their responses, and the translation of filters to SQL; `protocol/` is the pure engine, which depends on
 * none of this.
 *
 * The rules about people and groups belong to the directory; authentication, limits, bodies and the format of errors
 * belong to the HTTP pipeline. This module must not depend on tokens, credentials or forms.
 */
import type { Endpoint } from '#http/endpoint.ts';
import { processBulk } from './bulk/process-bulk.ts';
import { createDocuments } from './discovery/documents.ts';
import { getResourceType } from './discovery/get-resource-type.ts';
import { getSchema } from './discovery/get-schema.ts';
import { getServiceProviderConfig } from './discovery/get-service-provider-config.ts';
import { listResourceTypes } from './discovery/list-resource-types.ts';
import { listSchemas } from './discovery/list-schemas.ts';
import { deleteGroup } from './groups/delete-group.ts';
import { getGroup } from './groups/get-group.ts';
import { listGroups } from './groups/list-groups.ts';
import { patchGroup } from './groups/patch-group.ts';
import { postGroup } from './groups/post-group.ts';
import { putGroup } from './groups/put-group.ts';
import { searchGroups } from './groups/search-groups.ts';
import { deleteMe } from './me/delete-me.ts';
import { getMe } from './me/get-me.ts';
import { patchMe } from './me/patch-me.ts';
import { postMe } from './me/post-me.ts';
import { putMe } from './me/put-me.ts';
import { listAll } from './root/list-all.ts';
import { searchAll } from './root/search-all.ts';
import type { ScimDeps } from './scim-deps.ts';
import { deleteUser } from './users/delete-user.ts';
import { getUser } from './users/get-user.ts';
import { listUsers } from './users/list-users.ts';
import { patchUser } from './users/patch-user.ts';
import { postUser } from './users/post-user.ts';
import { putUser } from './users/put-user.ts';
import { searchUsers } from './users/search-users.ts';

export { comparisonsOf } from './load-types.ts';
export { readTypes } from './read-types.ts';
export { eachGroupText, eachUser } from './root/whole-directory.ts';
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
    postUser(deps),
    getUser(deps),
    putUser(deps),
    patchUser(deps),
    deleteUser(deps),
    listGroups(deps),
    searchGroups(deps),
    postGroup(deps),
    getGroup(deps),
    putGroup(deps),
    patchGroup(deps),
    deleteGroup(deps),
    getMe(deps),
    postMe(deps),
    putMe(deps),
    patchMe(deps),
    deleteMe(deps),
    processBulk(deps),
    getServiceProviderConfig(deps),
    listSchemas(documents),
    getSchema(documents),
    listResourceTypes(documents),
    getResourceType(documents),
  ];
}
