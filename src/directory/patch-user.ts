import { keepAdminSignIn } from './admin-sign-in.ts';
import { changeUser } from './change-user.ts';
import type { Directory, DirectoryDeps } from './contract.ts';
import { findUserToWrite } from './find-to-write.ts';
import { lockAccountIfAdmin } from './last-admin.ts';
import { readPasswordHash } from './read-user.store.ts';

export const patchUser =
  (deps: DirectoryDeps): Directory['patchUser'] =>
  async (tx, actor, id, { change, mayDeactivate, passwordHash, ...patch }) => {
    const { accountId } = actor;
    const { ifVersion, sight, requiresManager } = patch;
    if (mayDeactivate) await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change', sight, ifVersion });
    const wanted = change(before);
    const active = wanted['active'] !== false;
    const attributes = keepAdminSignIn(actor, before, { ...wanted, active });
    const hasNone =
      passwordHash === null && (await readPasswordHash(tx, accountId, id)) === undefined;
    return await changeUser(deps, tx, actor, before, {
      attributes,
      passwordHash: hasNone ? undefined : passwordHash,
      requiresManager,
      // The first PUT or PATCH of an identity provider makes a local user its own (DESIGN §3).
      origin: actor.via === 'scim' ? 'provisioned' : before.origin,
    });
  };
