import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { RoleMappingList, RoleMappingsBody } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';
import { readRoleMappings } from './list-role-mappings.ts';

/** PUT /app/v1/provisioning/role-mappings: sets which groups give roles, and applies these roles. */
export const putRoleMappings = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/provisioning/role-mappings',
    role: 'admin',
    confirmed: true,
    body: RoleMappingsBody,
    doc: {
      summary: 'Replace the role mappings',
      tag: 'Provisioning',
      description:
        'Role mappings are the only way for an identity provider to change roles. Direct and indirect members of mapped groups immediately get the highest role of these groups. Users who leave all mapped groups become members. Break-glass users keep their role.',
      responses: {
        200: { description: 'The current state.', schema: RoleMappingList },
        400: {
          description: 'A group is unknown or appears twice, or the groups have too many members.',
        },
        412: { description: 'The mappings are no longer those of `from`. Read them again.' },
      },
    },
    async handle(request) {
      const { items, from } = request.body;
      const { db, directory } = deps;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx) => {
        await directory.setRoleMappings(tx, actor, items, from);
        return await readRoleMappings(deps, tx, actor.accountId);
      });
      return { status: 200, body };
    },
  });
