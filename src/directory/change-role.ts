import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DirectoryDeps } from './contract.ts';
import { requireOtherAdmin } from './last-admin.ts';
import type { Role, User } from './records.ts';
import { updateUser } from './users.store.ts';

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
