import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';
import { changeUser } from './change-user.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { findUserToWrite } from './find-to-write.ts';
import { noteRename } from './groups.store.ts';
import { lockAccountIfAdmin, requireOtherAdmin } from './last-admin.ts';
import { releaseReports } from './managers.store.ts';
import type { Role, User } from './records.ts';
import { updateUser } from './users.store.ts';

export const setRole =
  (deps: DirectoryDeps): Directory['setRole'] =>
  async (tx, actor, id, role) => {
    const { accountId } = actor;
    if (role !== 'admin') await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change' });
    return await changeRole(deps, tx, actor, before, { role });
  };

/** Of a locked user. @throws AppError `last-admin` */
export async function changeRole(
  { clock, audit }: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  before: User,
  { role, detail }: { readonly role: Role; readonly detail?: JsonObject },
): Promise<User> {
  if (role === before.role) return before;
  await requireOtherAdmin(tx, before);
  const after = { ...before, role, version: before.version + 1, updatedAt: clock.now() };
  await updateUser(tx, before, { role, version: after.version, updated_at: after.updatedAt });
  await audit.append(tx, actor, {
    action: 'user.set-role',
    targetType: 'User',
    targetId: before.id,
    detail: { from: before.role, to: role, ...detail },
  });
  return after;
}

export const setActive =
  (deps: DirectoryDeps): Directory['setActive'] =>
  async (tx, actor, id, active) => {
    const { accountId } = actor;
    if (!active) await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change' });
    const attributes = { ...before.attributes, active };
    return await changeUser(deps, tx, actor, before, { attributes, origin: before.origin });
  };

export const setPasswordHash =
  (deps: DirectoryDeps): Directory['setPasswordHash'] =>
  async (tx, actor, id, passwordHash) => {
    const before = await findUserToWrite(tx, actor.accountId, { id, to: 'change' });
    const { attributes, origin } = before;
    return await changeUser(deps, tx, actor, before, { attributes, origin, passwordHash });
  };

export const openToProvisioning = setProtected(false);
export const closeToProvisioning = setProtected(true);

/**
 * Who is protected does not exist for SCIM, so it is not in SCIM's count either, and nobody's manager:
 * a report would show the id.
 */
function setProtected(hidden: boolean): (deps: DirectoryDeps) => Directory['openToProvisioning'] {
  return ({ audit, clock }) =>
    async (tx, actor, id) => {
      // As for a deletion: nobody names the user as manager or member meanwhile.
      const before = await findUserToWrite(tx, actor.accountId, { id, to: 'delete' });
      if (before.protected === hidden) return before;
      await updateUser(tx, before, { protected: hidden ? 1 : 0 });
      if (hidden) await releaseReports(tx, actor.accountId, id, clock.now());
      await noteRename(tx, actor.accountId, id);
      await addToCounter(tx, actor.accountId, 'users', id, hidden ? -1 : 1);
      await audit.append(tx, actor, {
        action: hidden ? 'user.close-to-provisioning' : 'user.open-to-provisioning',
        targetType: 'User',
        targetId: id,
      });
      return { ...before, protected: hidden };
    };
}
