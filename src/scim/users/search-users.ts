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
        'What GET does with the parameters in the URL, for filters that are long or tell too much there.',
      body: searchRequest,
      responses: {
        200: { description: 'A page of users', schema: listOf(userSchemaOf(deps.types)) },
        400: errors[400],
      },
    },
    handle: (request) => answerUserList(deps, request, searchQuery(request.body)),
  });
