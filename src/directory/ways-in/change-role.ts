import type { Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { Role, User } from '#directory/rows/records.ts';
import { updateUser } from '#directory/rows/users.store.ts';
import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';
import { dropAccess } from './drop-access.store.ts';
import { requireOtherAdmin } from './last-admin.ts';

/** Changes the role of a locked user. @throws AppError `last-admin` */
export async function changeRole(
  { clock, audit }: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  before: User,
  { role, detail }: { readonly role: Role; readonly detail?: JsonObject },
): Promise<User> {
  if (role === before.role) return before;
  await requireOtherAdmin(tx, before);
  const drops = role === 'admin' && wasInOtherHands(actor, before);
  const stamp = before.stamp + (drops ? 1 : 0);
  const after = { ...before, role, stamp, version: before.version + 1, updatedAt: clock.now() };
  const { version, updatedAt } = after;
  await updateUser(tx, before, {
    role,
    stamp,
    version,
    updated_at: updatedAt,
    role_since: updatedAt,
  });
  const dropped = drops ? await dropAccess(tx, before) : undefined;
  await audit.append(tx, actor, {
    action: 'user.set-role',
    targetType: 'User',
    targetId: before.id,
    detail: { from: before.role, to: role, ...detail, ...(dropped && { dropped }) },
  });
  return after;
}

/**
 * Tells whether somebody other than the person may have had the password, a session, a link or a passkey while the role
 * was lower: over SCIM that takes only the right to provision, and an admin has more. An admin or operator who promotes
 * a person whom provisioning never wrote takes nothing from them.
 */
const wasInOtherHands = ({ via }: Actor, { origin }: User): boolean =>
  origin === 'provisioned' || !(via === 'web' || via === 'command-line');
