import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, patchSchema, projectionQuery, userSchemaOf } from '#scim/doc-schemas.ts';
import { resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { patchOf } from './user-draft.ts';
import { writeUser } from './write-user.ts';

/** PATCH /scim/v2/Users/{id}, RFC 7644 §3.5.2: always 200 with the user. */
export const patchUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'PATCH',
    path: '/Users/:id',
    body: 'json',
    doc: {
      summary: 'Change parts of a user',
      tag: 'SCIM users',
      description:
        'Applies all operations in their order, or none of them. Operations without effect do not change the version or `meta.lastModified`. Unknown attributes are ignored and counted in `Formstead-Ignored-Attributes`. With `Prefer: handling=strict` they are an error. A local user becomes a provisioned user with the first change.',
      query: projectionQuery,
      body: patchSchema,
      responses: { 200: { description: 'The user', schema: userSchemaOf(deps.types) }, ...errors },
    },
    handle: (request) =>
      writeUser(deps, request, {
        id: resourceId(request, 'user'),
        actor: actorOf(request, 'scim'),
        read: patchOf,
      }),
  });
