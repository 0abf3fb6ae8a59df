// All users and groups of an account as SCIM shows them, for archives that other programs read.
import { type GroupJsonDeps, groupJson } from '#scim/groups/group-json.ts';
import { type JsonObject, parseProjection, project } from '#scim/protocol/index.ts';
import { scimBaseUrl } from '#scim/scim-deps.ts';
import { readUsers } from '#scim/users/user-page.store.ts';
import { userResource } from '#scim/users/user-resource.ts';
import { pagesOfGroups, pagesOfUsers } from './whole-directory.store.ts';

/** Yields each user as `GET /scim/v2/Users/{id}` answers it, in the order of ids. */
export async function* eachUser(
  deps: GroupJsonDeps,
  accountId: string,
): AsyncGenerator<JsonObject> {
  const type = deps.types.user;
  const projection = parseProjection({}, type);
  const baseUrl = scimBaseUrl(deps);
  for await (const ids of pagesOfUsers(deps.db.reader, accountId)) {
    for (const user of await readUsers(deps, accountId, ids, projection)) {
      yield project(userResource(user, baseUrl, type), projection);
    }
  }
}

/** Yields each group as the JSON text of `GET /scim/v2/Groups/{id}`, in pieces, since a group may be large. */
export async function* eachGroupText(
  deps: GroupJsonDeps,
  accountId: string,
): AsyncGenerator<AsyncIterable<string>> {
  const projection = parseProjection({}, deps.types.group);
  for await (const rows of pagesOfGroups(deps.db.reader, accountId)) {
    for (const row of rows) yield groupJson(deps, deps.directory.toGroup(row), projection);
  }
}
