import type { Endpoint } from '#http/endpoint.ts';
import { anyResource, errors, listOf, listQuery } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerRootList } from './answer-root-list.ts';

/** GET /scim/v2/, RFC 7644 §3.4.2.1: users and groups in one list. */
export const listAll = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '',
    doc: {
      summary: 'List resources of all types',
      tag: 'SCIM discovery',
      description:
        'An attribute that a type does not have counts as without value. `meta.resourceType eq "Group"` selects a type.',
      query: listQuery,
      responses: {
        200: { description: 'A page of users and groups', schema: listOf(anyResource) },
        400: errors[400],
      },
    },
    handle: (request) => answerRootList(deps, request, queryOf(request.query)),
  });
