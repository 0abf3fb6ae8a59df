import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import { resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { replacementOf } from './user-draft.ts';
import { writeUser } from './write-user.ts';

/** PUT /scim/v2/Users/{id}, RFC 7644 §3.5.1. */
export const putUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PUT',
    path: '/Users/:id',
    body: 'json',
    doc: {
      summary: 'Replace a user',
      tag: 'SCIM users',
      description:
        'Attributes that the body leaves out are cleared, except `active` and `password`. `groups`, `id` and `meta` are ignored. A local user becomes a provisioned user with the first replacement.',
      query: projectionQuery,
      body: userSchemaOf(deps.types, 'sent'),
      responses: { 200: { description: 'The user', schema: userSchemaOf(deps.types) }, ...errors },
    },
    handle: (request) =>
      writeUser(deps, request, {
        id: resourceId(request, 'user'),
        actor: actorOf(request, 'scim'),
        read: replacementOf,
      }),
  });
