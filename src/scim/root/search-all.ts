import type { Endpoint } from '#http/endpoint.ts';
import { anyResource, errors, listOf, searchRequest } from '#scim/doc-schemas.ts';
import { searchQuery } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerRootList } from './answer-root-list.ts';

/** POST /scim/v2/.search, RFC 7644 §3.4.3: users and groups in one list. */
export const searchAll = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'POST',
    path: '/.search',
    body: 'json',
    doc: {
      summary: 'Search resources of all types',
      tag: 'SCIM discovery',
      description: 'Does the same as GET on the base URL, with the parameters in the body.',
      body: searchRequest,
      responses: {
        200: { description: 'A page of users and groups', schema: listOf(anyResource) },
        400: errors[400],
      },
    },
    handle: (request) => answerRootList(deps, request, searchQuery(request.body)),
  });
