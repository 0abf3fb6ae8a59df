import type { Reader } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { RoleMappingList } from '#provisioning/provisioning.shapes.ts';
import type { ProvisioningDeps } from '#provisioning/provisioning-deps.ts';

/** GET /app/v1/provisioning/role-mappings: the groups that give roles. */
export const listRoleMappings = (deps: ProvisioningDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/provisioning/role-mappings',
    role: 'admin',
    doc: {
      summary: 'List role mappings',
      tag: 'Provisioning',
      responses: { 200: { description: 'Sorted by group id.', schema: RoleMappingList } },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readRoleMappings(deps, deps.db.reader, accountId) };
    },
  });

export async function readRoleMappings(
  { directory }: Pick<ProvisioningDeps, 'directory'>,
  db: Reader,
  accountId: string,
): Promise<RoleMappingList> {
  const mappings = await directory.listRoleMappings(db, accountId);
  const items: RoleMappingList['items'] = [];
  for (const { groupId, role } of mappings) {
    const group = await directory.readGroup(db, accountId, groupId);
    if (group) items.push({ groupId, groupName: group.displayName, role });
  }
  return { items };
}
