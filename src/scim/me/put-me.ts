import type { Endpoint } from '#http/endpoint.ts';
import { projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { replacementOf } from '#scim/users/user-draft.ts';
import { CHANGE_LIMIT, changeMe, changeResponses } from './change-me.ts';

/** PUT /scim/v2/Me, RFC 7644 §3.11. */
export const putMe = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PUT',
    path: '/Me',
    body: 'json',
    anyRole: true,
    doc: {
      summary: 'Replace the acting user',
      tag: 'SCIM users',
      description: `${CHANGE_LIMIT} What the body leaves out of those others stays.`,
      query: projectionQuery,
      body: userSchemaOf(deps.types, 'sent'),
      responses: changeResponses(deps),
    },
    handle: (request) => changeMe(deps, request, replacementOf),
  });
