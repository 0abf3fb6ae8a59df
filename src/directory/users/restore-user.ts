import { requireAccountLock } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { textAt } from '#directory/attributes/folding.ts';
import { followRoleMappings } from '#directory/groups/follow-role-mappings.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { User } from '#directory/rows/records.ts';
import { lockUser, toUser, updateUser } from '#directory/rows/users.store.ts';
import { changeRole } from '#directory/ways-in/change-role.ts';
import { dropAccess, revokeCredentials } from '#directory/ways-in/drop-access.store.ts';
import type { Actor } from '#kernel/actor.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { collapse, fold } from '#kernel/text.ts';
import { applyUserChange } from './apply-user-change.ts';
import { provisionerOf } from './create-user.ts';
import { connectionByExternalId, findActiveHolder } from './external-ids.store.ts';
import { type RestorableUser, selectRestorable } from './restorable-users.store.ts';
import { readSyncRules } from './sync-rules.store.ts';
import type { NewUser } from './user-inputs.ts';

/**
 * Restores the inactive user whom an identity provider means when it creates a user (decision 89), with the new
 * attributes. The user keeps the id, the forms and the groups. No way to sign in comes back, and the role is that of
 * the role mappings.
 * @returns undefined when the request means a new user
 * @throws the errors of changeUser
 */
export const restoreUser =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { attributes, passwordHash, requiresManager }: Omit<NewUser, 'origin'>,
  ): Promise<Pick<User, 'id'> | undefined> => {
    const { accountId } = actor;
    const meant = await findMeant(tx, actor, attributes);
    if (!meant) return undefined;
    // The role follows the groups, which other transactions may change.
    requireAccountLock(tx, accountId);
    const row = await lockUser(tx, accountId, meant.id, 'change');
    const before = row && toUser(row);
    // While this request waited for the lock, another one may have activated, changed or protected the user.
    if (!before || (await findMeant(tx, actor, attributes))?.id !== meant.id) return undefined;
    const user = await withoutAccess(deps, tx, actor, before, meant.because);
    await applyUserChange(deps, tx, actor, user, {
      attributes: { ...attributes, active: attributes['active'] !== false },
      passwordHash,
      origin: 'provisioned',
      requiresManager,
    });
    await followRoleMappings(deps, tx, actor, [user.id]);
    return user;
  };

/** Removes everything by which somebody signed in as the user, or acted as them. */
async function withoutAccess(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  user: User,
  because: Reason,
): Promise<User> {
  const { accountId, id } = user;
  const dropped = await dropAccess(tx, user);
  const credentials = await revokeCredentials(tx, accountId, id, deps.clock.now());
  const stamp = user.stamp + 1;
  const provisioned_by = provisionerOf(actor);
  await updateUser(tx, user, { stamp, provisioned_by, password_despite_sso: 0 });
  await deps.audit.append(tx, actor, {
    action: 'user.restore',
    targetType: 'User',
    targetId: id,
    detail: { userName: user.userName, because, dropped: { ...dropped, credentials } },
  });
  // An admin starts again as a member: if the mappings make them an admin, a password of this request is dropped.
  const role = user.role === 'admin' ? 'member' : user.role;
  return await changeRole(deps, tx, actor, { ...user, stamp }, { role });
}

/** Which attribute says, besides the externalId, that the two are the same person. */
type Reason = 'user-name' | 'work-email' | 'external-id';

interface Meant {
  readonly id: string;
  readonly because: Reason;
}

async function findMeant(tx: Tx, actor: Actor, attributes: JsonObject): Promise<Meant | undefined> {
  const { accountId } = actor;
  const externalId = textAt(attributes, 'externalId');
  if (externalId === undefined || externalId === '') return undefined;
  const inactive = await selectRestorable(tx, accountId, externalId);
  if (inactive.length === 0) return undefined;
  if ((await findActiveHolder(tx, accountId, externalId)) !== undefined) return undefined;
  const { restoresByExternalId: isEnough } = await readSyncRules(tx, accountId);
  // External ids are used again for other people, and one identity provider does not speak for people of another.
  const credential = provisionerOf(actor);
  const own = isEnough
    ? inactive
    : inactive.filter((user) => credential !== null && user.provisioned_by === credential);
  const userName = fold(textAt(attributes, 'userName') ?? '');
  const namesake =
    own.find((user) => user.user_name_key === userName) ??
    own.find((user) => collapse(user.user_name_key) === collapse(userName));
  if (namesake) {
    // Where nobody signs in by externalId, the answer is 409: identity providers then look up the user name.
    const isKnownById = isEnough || (await connectionByExternalId(tx, accountId)) !== undefined;
    return isKnownById ? { id: namesake.id, because: 'user-name' } : undefined;
  }
  const addresses = workAddresses(attributes);
  const sharing = own.filter((user) =>
    workAddresses(JSON.parse(user.attributes)).some((address) => addresses.includes(address)),
  );
  if (sharing.length > 0) return onlyOne(sharing, 'work-email');
  return isEnough ? onlyOne(own, 'external-id') : undefined;
}

const onlyOne = ([user, another]: readonly RestorableUser[], because: Reason): Meant | undefined =>
  user && !another ? { id: user.id, because } : undefined;

/** Returns the addresses of type `work`, as they are compared. */
function workAddresses(attributes: JsonObject): readonly string[] {
  const emails = member(attributes, 'emails');
  return Array.isArray(emails) ? emails.flatMap(workAddress) : [];
}

function workAddress(email: JsonValue): readonly string[] {
  if (!isObject(email) || fold(textAt(email, 'type') ?? '') !== 'work') return [];
  const address = fold(textAt(email, 'value') ?? '').trim();
  return address === '' ? [] : [address];
}
