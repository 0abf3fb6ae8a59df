import type { Endpoint } from '#http/endpoint.ts';
import { patchSchema, projectionQuery } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { patchOf } from '#scim/users/user-draft.ts';
import { CHANGE_LIMIT, changeMe, changeResponses } from './change-me.ts';

/** PATCH /scim/v2/Me, RFC 7644 §3.11. */
export const patchMe = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PATCH',
    path: '/Me',
    body: 'json',
    anyRole: true,
    doc: {
      summary: 'Change parts of the acting user',
      tag: 'SCIM users',
      description: CHANGE_LIMIT,
      query: projectionQuery,
      body: patchSchema,
      responses: changeResponses(deps),
    },
    handle: (request) => changeMe(deps, request, patchOf),
  });
