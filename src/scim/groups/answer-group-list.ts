import type { Reply, Request } from '#http/endpoint.ts';
import { answerList, type Loader, scopeContext } from '#scim/list/answer-list.ts';
import { type Projection, parseListRequest, type Query } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { groupsJson } from './group-json.ts';
import { groupListing } from './group-listing.ts';
import { readGroups } from './group-page.store.ts';

/** Answers a query for groups, by URL or by body (RFC 7644 §3.4.2 and §3.4.3). */
export async function answerGroupList(
  deps: ScimDeps,
  request: Request,
  query: Query,
): Promise<Reply> {
  const { filter, sort, paging, projection, order } = parseListRequest(query, deps.types.group);
  const listing = groupListing(scopeContext(deps, request), filter, sort?.attribute);
  const load = groupLoader(deps, request.principal.accountId, projection);
  return answerList(deps, request, {
    scope: deps.types.group.name,
    order,
    paging,
    sources: [{ listing, load }],
  });
}

/** Returns a loader that reads the members only while the response is sent. */
export const groupLoader =
  (deps: ScimDeps, accountId: string, projection: Projection): Loader =>
  async (ids) => {
    const groups = await readGroups(deps, accountId, ids);
    const byId = new Map(groups.map((group) => [group.id, group]));
    return {
      has: (id) => byId.has(id),
      json: (wanted) =>
        groupsJson(
          deps,
          wanted.flatMap((id) => byId.get(id) ?? []),
          projection,
        ),
    };
  };
