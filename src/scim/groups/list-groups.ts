import type { Endpoint } from '#http/endpoint.ts';
import { errors, groupSchemaOf, listOf, listQuery } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf, scimEndpoint } from '#scim/scim-endpoint.ts';
import { answerGroupList } from './answer-group-list.ts';

/** GET /scim/v2/Groups, RFC 7644 §3.4.2: each group with all its members. */
export const listGroups = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Groups',
    doc: {
      summary: 'List groups with their members',
      tag: 'SCIM groups',
      description:
        'Send `excludedAttributes=members` if you do not need the members. They are then not read.',
      query: listQuery,
      responses: {
        200: { description: 'A page of groups', schema: listOf(groupSchemaOf(deps.types)) },
        400: errors[400],
      },
    },
    handle: (request) => answerGroupList(deps, request, queryOf(request.query)),
  });
