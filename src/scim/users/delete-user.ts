import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors, scimError } from '#scim/doc-schemas.ts';
import { requiredVersion } from '#scim/if-match.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';

/** DELETE /scim/v2/Users/{id}, RFC 7644 §3.6. */
export const deleteUser = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'DELETE',
    path: '/Users/:id',
    doc: {
      summary: 'Delete a user',
      tag: 'SCIM users',
      description:
        'Frees the userName, leaves all groups and revokes the credentials acting as the user; forms stay. A user who was never provisioned, and the last active admin, are not deleted.',
      responses: {
        204: { description: 'The user is gone' },
        403: { description: 'The user is local, or the last active admin', schema: scimError },
        404: errors[404],
        412: errors[412],
      },
    },
    async handle(request) {
      const { db, directory } = deps;
      const { accountId } = request.principal;
      const id = resourceId(request, 'user');
      await db.transaction(async (tx) => {
        const stored = await directory.readUser(tx, accountId, id, 'provisioning');
        if (!stored) throw noSuchResource('user');
        await directory.deleteUser(tx, actorOf(request, 'scim'), id, {
          ifVersion: requiredVersion(request, stored.version),
          sight: 'provisioning',
        });
      });
      return { status: 204 };
    },
  });
