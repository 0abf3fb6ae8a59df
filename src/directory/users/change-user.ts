import type { Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findUserToWrite } from '#directory/rows/find-to-write.ts';
import type { User } from '#directory/rows/records.ts';
import { keepAdminSignIn } from '#directory/ways-in/admin-sign-in.ts';
import { lockAccountIfAdmin } from '#directory/ways-in/last-admin.ts';
import type { Actor } from '#kernel/actor.ts';
import { applyUserChange } from './apply-user-change.ts';
import { readPasswordHash } from './read-user.store.ts';
import type { UserChange } from './user-inputs.ts';

/**
 * Changes a user, for PUT and PATCH. A write that changes nothing leaves version and times alone. Over SCIM it adopts a
 * local user. An error that `change` throws is passed on and ends the transaction.
 * @throws `not-found`, `precondition-failed`, `last-admin`, `admin-sign-in` (over SCIM) and those of createUser
 */
export const changeUser =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    id: string,
    { change, mayDeactivate, passwordHash, ...patch }: UserChange,
  ): Promise<User> => {
    const { accountId } = actor;
    const { ifVersion, visibility, requiresManager } = patch;
    if (mayDeactivate) await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, {
      id,
      to: 'change',
      visibility,
      ifVersion,
    });
    const wanted = change(before);
    const active = wanted['active'] !== false;
    const attributes = keepAdminSignIn(actor, before, { ...wanted, active });
    const hasNone =
      passwordHash === null && (await readPasswordHash(tx, accountId, id)) === undefined;
    return await applyUserChange(deps, tx, actor, before, {
      attributes,
      passwordHash: hasNone ? undefined : passwordHash,
      requiresManager,
      // The first PUT or PATCH of an identity provider makes a local user its own.
      origin: actor.via === 'scim' ? 'provisioned' : before.origin,
    });
  };
