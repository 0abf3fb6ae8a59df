import { lockAccount } from '#db/account-lock.ts';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import { textAt } from '#directory/attributes/folding.ts';
import { joinWaitingGroups } from '#directory/groups/join-waiting-groups.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { findUserToWrite } from '#directory/rows/find-to-write.ts';
import { countRename } from '#directory/rows/groups.store.ts';
import type { Role, User } from '#directory/rows/records.ts';
import { updateUser } from '#directory/rows/users.store.ts';
import { requireOtherBreakGlass } from '#directory/ways-in/break-glass.store.ts';
import { changeRole } from '#directory/ways-in/change-role.ts';
import { lockAccountIfAdmin } from '#directory/ways-in/last-admin.ts';
import type { Actor } from '#kernel/actor.ts';
import { applyUserChange } from './apply-user-change.ts';
import { releaseReports } from './managers.store.ts';

/**
 * Sets the role of a user. A new admin loses password, sessions, links, passkeys and second factors when provisioning
 * wrote the user, or when the change comes neither from the web app nor from the command line.
 * @throws `not-found`, `last-admin`
 */
export const setRole =
  (deps: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, id: string, role: Role): Promise<User> => {
    const { accountId } = actor;
    if (role !== 'admin') await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change' });
    return await changeRole(deps, tx, actor, before, { role });
  };

/** @throws `not-found`, `last-admin` */
export const setActive =
  (deps: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, id: string, active: boolean): Promise<User> => {
    const { accountId } = actor;
    if (!active) await lockAccountIfAdmin(tx, accountId, id);
    const before = await findUserToWrite(tx, accountId, { id, to: 'change' });
    const attributes = { ...before.attributes, active };
    return await applyUserChange(deps, tx, actor, before, { attributes, origin: before.origin });
  };

/**
 * Sets a password, which ends sessions and tokens of the user. A password from the command line also works where the
 * account has single sign-on only, until another one is set or single sign-on only is turned on again.
 * @throws `not-found`
 */
export const setPasswordHash =
  (deps: DirectoryDeps) =>
  async (tx: Tx, actor: Actor, id: string, passwordHash: string): Promise<User> => {
    const before = await findUserToWrite(tx, actor.accountId, { id, to: 'change' });
    const { attributes, origin } = before;
    return await applyUserChange(deps, tx, actor, before, { attributes, origin, passwordHash });
  };

/** Shows a break-glass user to identity providers, which may write it from then on. @throws `not-found` */
export const openToProvisioning = setProtected({
  hidden: false,
  prepare: requireOtherBreakGlass,
  follow: joinWaiting,
});
/**
 * Makes a user break-glass: SCIM neither shows nor changes it from now on, and nobody keeps it as
 * manager. @throws `not-found`
 */
export const closeToProvisioning = setProtected({
  hidden: true,
  prepare: async () => undefined,
  follow: releaseManaged,
});

interface ProtectionChange {
  readonly hidden: boolean;
  /** Called with the account locked. @throws AppError `last-break-glass` */
  readonly prepare: (tx: Tx, accountId: string, id: string) => Promise<void>;
  readonly follow: (deps: DirectoryDeps, tx: Tx, actor: Actor, user: User) => Promise<void>;
}

/**
 * A protected user does not exist for SCIM, so SCIM's count leaves it out, and it is nobody's manager: a report would
 * show its id.
 */
function setProtected({
  hidden,
  prepare,
  follow,
}: ProtectionChange): (deps: DirectoryDeps) => (tx: Tx, actor: Actor, id: string) => Promise<User> {
  return (deps) => async (tx, actor, id) => {
    const { audit } = deps;
    // The groups that contain the user change as well.
    await lockAccount(tx, actor.accountId);
    await prepare(tx, actor.accountId, id);
    // Locked as for a deletion, so that nobody names the user as manager or member meanwhile.
    const before = await findUserToWrite(tx, actor.accountId, { id, to: 'delete' });
    if (before.protected === hidden) return before;
    await updateUser(tx, before, { protected: hidden ? 1 : 0 });
    await follow(deps, tx, actor, before);
    await countRename(tx, actor.accountId, id);
    await addToCounter(tx, actor.accountId, 'users', id, hidden ? -1 : 1);
    await audit.append(tx, actor, {
      action: hidden ? 'user.close-to-provisioning' : 'user.open-to-provisioning',
      targetType: 'User',
      targetId: id,
    });
    return { ...before, protected: hidden };
  };
}

async function releaseManaged(
  { clock }: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  { id }: User,
): Promise<void> {
  await releaseReports(tx, actor.accountId, [id], clock.now());
}

function joinWaiting(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  { id, attributes }: User,
): Promise<void> {
  const externalId = textAt(attributes, 'externalId') ?? null;
  return joinWaitingGroups(deps, tx, actor, { id, externalId });
}
