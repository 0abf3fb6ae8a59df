import type { Reply, Request } from '#http/endpoint.ts';
import { groupLoader } from '#scim/groups/answer-group-list.ts';
import { groupListing } from '#scim/groups/group-listing.ts';
import { answerList, type ListQuery, scopeContext } from '#scim/list/answer-list.ts';
import { parseRootListRequest, type Query, type RootPart } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { userLoader } from '#scim/users/answer-user-list.ts';
import { userListing } from '#scim/users/user-listing.ts';

/** Answers a query on the base URL, over all resource types (RFC 7644 §3.4.2.1 and §3.4.3). */
export async function answerRootList(
  deps: ScimDeps,
  request: Request,
  query: Query,
): Promise<Reply> {
  const { paging, order, parts } = parseRootListRequest(query, deps.types.registry.resourceTypes);
  const sources = parts.map((part) => sourceOf(deps, request, part));
  return answerList(deps, request, { scope: '', order, paging, sources });
}

function sourceOf(
  deps: ScimDeps,
  request: Request,
  { type, filter, sortBy, projection }: RootPart,
): ListQuery['sources'][number] {
  const context = scopeContext(deps, request);
  const { accountId } = request.principal;
  return type === deps.types.group
    ? {
        listing: groupListing(context, filter, sortBy),
        load: groupLoader(deps, accountId, projection),
      }
    : {
        listing: userListing(context, filter, sortBy),
        load: userLoader(deps, accountId, projection),
      };
}
