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
      summary: 'Say which groups give roles',
      tag: 'Provisioning',
      description:
        'The only way in which an identity provider changes roles. Whoever is in a mapped group, directly or through others, has the highest role of these groups at once and from then on; who is in none any more is a member. Break-glass users keep theirs.',
      responses: {
        200: { description: 'As it is now.', schema: RoleMappingList },
        400: { description: 'A group is unknown or named twice, or too many people are in them.' },
      },
    },
    async handle(request) {
      const { items } = request.body;
      const { db, directory } = deps;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx) => {
        await directory.setRoleMappings(tx, actor, items);
        return await readRoleMappings(deps, tx, actor.accountId);
      });
      return { status: 200, body };
    },
  });
