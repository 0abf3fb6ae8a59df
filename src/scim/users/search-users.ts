import type { Endpoint } from '#http/endpoint.ts';
import { errors, listOf, searchRequest, userSchemaOf } from '#scim/doc-schemas.ts';
import { searchQuery } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerUserList } from './answer-user-list.ts';

/** POST /scim/v2/Users/.search, RFC 7644 §3.4.3. */
export const searchUsers = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Users/.search',
    body: 'json',
    doc: {
      summary: 'Search users',
      tag: 'SCIM users',
      description:
        'Does the same as GET, with the parameters in the body. Use it for long filters, and for filters with values that must not appear in URLs.',
      body: searchRequest,
      responses: {
        200: { description: 'A page of users', schema: listOf(userSchemaOf(deps.types)) },
        400: errors[400],
      },
    },
    handle: (request) => answerUserList(deps, request, searchQuery(request.body)),
  });
