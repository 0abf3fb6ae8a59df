import type { Endpoint } from '#http/endpoint.ts';
import { errors, listOf, listQuery, userSchema } from '#scim/doc-schemas.ts';
import { findPage } from '#scim/list/find-page.store.ts';
import {
  invalidValue,
  listResponse,
  parseListRequest,
  project,
  userType,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { userListing } from './user-listing.ts';
import { readUsers } from './user-page.store.ts';
import { userResource } from './user-resource.ts';

/** GET /scim/v2/Users, RFC 7644 §3.4.2. Without sortBy in order of id, which is that of creation. */
export const listUsers = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Users',
    doc: {
      summary: 'List users',
      tag: 'SCIM users',
      query: listQuery,
      responses: {
        200: { description: 'A page of users', schema: listOf(userSchema) },
        400: errors[400],
      },
    },
    async handle(request) {
      const { db } = deps;
      const { accountId } = request.principal;
      const baseUrl = scimBaseUrl(deps);
      const { filter, sort, paging, projection } = parseListRequest(
        queryOf(request.query),
        userType,
      );
      if (paging.method === 'cursor') throw invalidValue('cursor', 'is not supported.');
      const { startIndex, count } = paging;
      const context = { db: db.reader, accountId, baseUrl };
      const page = await findPage(db, [userListing(context, filter, sort?.attribute)], {
        order: sort?.order ?? 'ascending',
        count,
        from: { offset: startIndex - 1 },
        total: 'always',
      });
      const ids = page.rows.map(({ id }) => id);
      const users = await readUsers(deps, accountId, ids, projection);
      const resources = users.map((user) => project(userResource(user, baseUrl), projection));
      return {
        status: 200,
        body: listResponse(resources, { totalResults: page.totalResults ?? 0, startIndex }),
      };
    },
  });
