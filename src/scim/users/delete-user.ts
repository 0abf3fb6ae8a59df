import { actorOf } from '#audit/index.ts';
import type { Endpoint, Reply, Request } from '#http/endpoint.ts';
import { errors, scimError } from '#scim/doc-schemas.ts';
import { preconditionsOf } from '#scim/if-match.ts';
import { resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { removeScimUser } from './user-writes.ts';

/** DELETE /scim/v2/Users/{id}, RFC 7644 §3.6. */
export const deleteUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'DELETE',
    path: '/Users/:id',
    doc: {
      summary: 'Delete a user',
      tag: 'SCIM users',
      description:
        'Deletes the user, frees the userName, removes the user from all groups, and revokes the credentials that act as the user. The forms are kept. Users who were never provisioned and the last active admin cannot be deleted.',
      responses: {
        204: { description: 'The user was deleted' },
        403: { description: 'The user is local, or the last active admin', schema: scimError },
        404: errors[404],
        412: errors[412],
      },
    },
    handle: (request) => deleteById(deps, request, resourceId(request, 'user')),
  });

export async function deleteById(deps: ScimDeps, request: Request, id: string): Promise<Reply> {
  const target = { actor: actorOf(request, 'scim'), id, ...preconditionsOf(request) };
  await deps.db.transaction((tx) => removeScimUser(deps, tx, target));
  return { status: 204 };
}
