import type { Endpoint } from '#http/endpoint.ts';
import { errors, listOf, listQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerUserList } from './answer-user-list.ts';

/** GET /scim/v2/Users, RFC 7644 §3.4.2. Without sortBy, users are sorted by id, which is the order of creation. */
export const listUsers = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Users',
    doc: {
      summary: 'List users',
      tag: 'SCIM users',
      query: listQuery,
      responses: {
        200: { description: 'A page of users', schema: listOf(userSchemaOf(deps.types)) },
        400: errors[400],
      },
    },
    handle: (request) => answerUserList(deps, request, queryOf(request.query)),
  });
