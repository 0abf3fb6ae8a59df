import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchemaOf, listOf, searchRequest } from '#scim/doc-schemas.ts';
import { searchQuery } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerGroupList } from './answer-group-list.ts';

/** POST /scim/v2/Groups/.search, RFC 7644 §3.4.3. */
export const searchGroups = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/Groups/.search',
    body: 'json',
    doc: {
      summary: 'Search groups',
      tag: 'SCIM groups',
      description: 'Does the same as GET, with the parameters in the body.',
      body: searchRequest,
      responses: {
        200: { description: 'A page of groups', schema: listOf(groupSchemaOf(deps.types)) },
        400: errors[400],
      },
    },
    handle: (request) => answerGroupList(deps, request, searchQuery(request.body)),
  });
