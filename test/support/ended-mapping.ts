import type { Actor } from '#kernel/actor.ts';
import type { Instance } from './instance.ts';
import { fresh } from './scim.ts';

/** Deletes a group that gave a role, and returns its id. The account then has no role mappings. */
export const makeEndedMapping = (
  { account, services: { db, directory } }: Instance,
  accountId = account.accountId,
): Promise<string> =>
  db.transaction(async (tx) => {
    const actor: Actor = { accountId, via: 'command-line' };
    const attributes = { displayName: fresh() };
    const made = { attributes, members: [], origin: 'local' } as const;
    const { id } = (await directory.createGroup(tx, actor, made)).group;
    await directory.setRoleMappings(tx, actor, [{ groupId: id, role: 'designer' }]);
    await directory.removeGroup(tx, actor, id, {});
    return id;
  });
