import type { UserView } from '#directory/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import { answerList, type Loader, scopeContext } from '#scim/list/answer-list.ts';
import { type Projection, parseListRequest, project, type Query } from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { userListing } from './user-listing.ts';
import { readUsers } from './user-page.store.ts';
import { userResource } from './user-resource.ts';

/** Answers a query for users, by URL or by body (RFC 7644 §3.4.2 and §3.4.3). */
export async function answerUserList(
  deps: ScimDeps,
  request: Request,
  query: Query,
): Promise<Reply> {
  const { filter, sort, paging, projection, order } = parseListRequest(query, deps.types.user);
  const listing = userListing(scopeContext(deps, request), filter, sort?.attribute);
  const load = userLoader(deps, request.principal.accountId, projection);
  return answerList(deps, request, {
    scope: deps.types.user.name,
    order,
    paging,
    sources: [{ listing, load }],
  });
}

export const userLoader =
  (deps: ScimDeps, accountId: string, projection: Projection): Loader =>
  async (ids) => {
    const baseUrl = scimBaseUrl(deps);
    const users = await readUsers(deps, accountId, ids, projection);
    const byId = new Map(users.map((user) => [user.id, user]));
    const textOf = (user: UserView) =>
      JSON.stringify(project(userResource(user, baseUrl, deps.types.user), projection));
    return {
      has: (id) => byId.has(id),
      async *json(wanted) {
        yield wanted
          .flatMap((id) => byId.get(id) ?? [])
          .map(textOf)
          .join(',');
      },
    };
  };
