import type { Endpoint } from '#http/endpoint.ts';
import { errors, projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { showUser } from '#scim/users/get-user.ts';
import { asActingUser } from './acting-user.ts';

/** GET /scim/v2/Me, RFC 7644 §3.11: for every role; answers with the user itself, not with a redirect. */
export const getMe = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'GET',
    path: '/Me',
    anyRole: true,
    doc: {
      summary: 'Get the acting user',
      tag: 'SCIM users',
      description: 'The user that the credentials act as.',
      query: projectionQuery,
      responses: {
        200: {
          description: 'The user, with its permanent address in `Location`',
          schema: userSchemaOf(deps.types),
        },
        304: 'resource not modified',
        404: errors[404],
      },
    },
    handle: (request) => asActingUser(request, (id) => showUser(deps, request, id)),
  });
