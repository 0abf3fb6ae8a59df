import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors } from '#scim/doc-schemas.ts';
import { requiredVersion } from '#scim/if-match.ts';
import { noSuchResource, resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';

/** DELETE /scim/v2/Groups/{id}, RFC 7644 §3.6. */
export const deleteGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'DELETE',
    path: '/Groups/:id',
    doc: {
      summary: 'Delete a group',
      tag: 'SCIM groups',
      description: 'Its members stay; it leaves the groups that it is in.',
      responses: { 204: { description: 'The group is gone' }, 404: errors[404], 412: errors[412] },
    },
    async handle(request) {
      const { db, directory } = deps;
      const id = resourceId(request, 'group');
      await db.transaction(async (tx) => {
        const stored = await directory.readGroup(tx, request.principal.accountId, id);
        if (!stored) throw noSuchResource('group');
        await directory.deleteGroup(tx, actorOf(request, 'scim'), id, {
          ifVersion: requiredVersion(request, stored.version),
        });
      });
      return { status: 204 };
    },
  });
