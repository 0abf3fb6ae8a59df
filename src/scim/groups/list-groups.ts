import type { Group } from '#directory/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchema, listOf, listQuery } from '#scim/doc-schemas.ts';
import { findPage } from '#scim/list/find-page.store.ts';
import {
  groupType,
  invalidValue,
  listResponse,
  type Projection,
  parseListRequest,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { wholeOrStream } from '#scim/whole-or-stream.ts';
import { groupsJson } from './group-json.ts';
import { groupListing } from './group-listing.ts';
import { readGroups } from './group-page.store.ts';

/** GET /scim/v2/Groups, RFC 7644 §3.4.2: each group with all its members. */
export const listGroups = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Groups',
    doc: {
      summary: 'List groups with their members',
      tag: 'SCIM groups',
      description: 'With `excludedAttributes=members` the members are not even read.',
      query: listQuery,
      responses: {
        200: { description: 'A page of groups', schema: listOf(groupSchema) },
        400: errors[400],
      },
    },
    async handle(request) {
      const { db } = deps;
      const { accountId } = request.principal;
      const { filter, sort, paging, projection } = parseListRequest(
        queryOf(request.query),
        groupType,
      );
      if (paging.method === 'cursor') throw invalidValue('cursor', 'is not supported.');
      const { startIndex, count } = paging;
      const context = { db: db.reader, accountId, baseUrl: scimBaseUrl(deps) };
      const page = await findPage(db, [groupListing(context, filter, sort?.attribute)], {
        order: sort?.order ?? 'ascending',
        count,
        from: { offset: startIndex - 1 },
        total: 'always',
      });
      const ids = page.rows.map(({ id }) => id);
      const groups = await readGroups(deps, accountId, ids);
      const { totalResults = 0 } = page;
      const chunks = listJson(deps, groups, { totalResults, startIndex }, projection);
      return { status: 200, body: await wholeOrStream(chunks) };
    },
  });

async function* listJson(
  deps: ScimDeps,
  groups: readonly Group[],
  paging: { readonly totalResults: number; readonly startIndex: number },
  projection: Projection,
): AsyncGenerator<string> {
  const { Resources: _, ...head } = listResponse([], paging);
  const opening = JSON.stringify({ ...head, itemsPerPage: groups.length });
  yield `${opening.slice(0, -1)},"Resources":[`;
  yield* groupsJson(deps, groups, projection);
  yield ']}';
}
