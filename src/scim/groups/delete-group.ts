import { actorOf } from '#audit/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { errors } from '#scim/doc-schemas.ts';
import { preconditionsOf } from '#scim/if-match.ts';
import { withHandling } from '#scim/prefer-handling.ts';
import { resourceId } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimEndpoint } from '#scim/scim-endpoint.ts';
import { removeScimGroup } from './group-writes.ts';

/** DELETE /scim/v2/Groups/{id}, RFC 7644 §3.6. */
export const deleteGroup = (deps: ScimDeps): Endpoint =>
  scimEndpoint({
    method: 'DELETE',
    path: '/Groups/:id',
    doc: {
      summary: 'Delete a group',
      tag: 'SCIM groups',
      description:
        'Deletes the group and removes it from other groups. Its members are not deleted.',
      responses: {
        204: { description: 'The group was deleted' },
        404: errors[404],
        412: errors[412],
      },
    },
    async handle(request) {
      const target = {
        actor: actorOf(request, 'scim'),
        id: resourceId(request, 'group'),
        ...preconditionsOf(request),
      };
      const counts = await deps.db.transaction((tx) => removeScimGroup(deps, tx, target));
      return withHandling(request, { status: 204 }, counts);
    },
  });
