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
      responses: {
        200: {
          description: 'Sorted by group id; those that ended, the latest first.',
          schema: RoleMappingList,
        },
      },
    },
    async handle({ principal: { accountId } }) {
      return { status: 200, body: await readRoleMappings(deps, deps.db.reader, accountId) };
    },
  });

export async function readRoleMappings(
  { directory, credentials }: Pick<ProvisioningDeps, 'directory' | 'credentials'>,
  db: Reader,
  accountId: string,
): Promise<RoleMappingList> {
  const mappings = await directory.listRoleMappings(db, accountId);
  const items: RoleMappingList['items'] = [];
  for (const { groupId, role } of mappings) {
    const group = await directory.readGroup(db, accountId, groupId);
    if (group) items.push({ groupId, groupName: group.displayName, role });
  }
  const ended: RoleMappingList['ended'] = [];
  const names = new Map<string, string | undefined>();
  for (const each of await directory.listEndedRoleMappings(db, accountId)) {
    const { credentialId, endedAt, ...rest } = each;
    if (credentialId !== undefined && !names.has(credentialId)) {
      names.set(credentialId, (await credentials.find(db, accountId, credentialId))?.name);
    }
    const credentialName = names.get(credentialId ?? '');
    ended.push({
      ...rest,
      endedAt: new Date(endedAt).toISOString(),
      ...(credentialName !== undefined && { credentialName }),
    });
  }
  return { items, ended };
}
