import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** DELETE /app/v1/provisioning/ended-role-mappings/:id: no longer warns of a role mapping that ended. */
export const deleteEndedRoleMapping = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/provisioning/ended-role-mappings/:id',
    role: 'admin',
    doc: {
      summary: 'Dismiss a role mapping that ended',
      tag: 'Provisioning',
      description: 'The id is that of the deleted group. Nobody gets or loses a role.',
      responses: {
        204: { description: 'Admins are no longer warned of it.' },
        404: { description: 'No role mapping of such a group has ended.' },
      },
    },
    async handle(request) {
      const { db, directory } = deps;
      const actor = actorOf(request, 'web');
      await db.transaction((tx) => directory.dismissEndedRoleMapping(tx, actor, request.params.id));
      return { status: 204 };
    },
  });
