import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { type IndexedUser, indexUser } from '#directory/attributes/index-user.ts';
import { requireRoom } from '#directory/attributes/max-attributes.ts';
import { userSearchText } from '#directory/attributes/search-texts.ts';
import { joinWaitingGroups } from '#directory/groups/join-waiting-groups.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { countRename } from '#directory/rows/groups.store.ts';
import type { Origin, User } from '#directory/rows/records.ts';
import { deleteSessions, updateUser } from '#directory/rows/users.store.ts';
import { claimUserName } from '#directory/uniqueness/claim-name.ts';
import { changeValues } from '#directory/uniqueness/unique-values.store.ts';
import { endCalendar, endLinks } from '#directory/ways-in/drop-access.store.ts';
import { requireMayLeave } from '#directory/ways-in/last-admin.ts';
import { emailColumns, passwordColumns } from '#directory/ways-in/password-columns.ts';
import type { Actor } from '#kernel/actor.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import { provisionerOf } from './create-user.ts';
import { requireOwnExternalId } from './external-ids.store.ts';
import { requireManager } from './managers.store.ts';
import { replaceValues } from './user-values.store.ts';

interface Change {
  readonly attributes: JsonObject;
  /** Null: the user has no password from now on. */
  readonly passwordHash?: string | null | undefined;
  readonly origin: Origin;
  readonly requiresManager?: boolean | undefined;
}

/**
 * Writes the differences between a locked user and its new attributes, origin or password, with everything that
 * follows from them.
 */
export async function applyUserChange(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  before: User,
  { attributes, origin, ...change }: Change,
): Promise<User> {
  const { clock, audit } = deps;
  const { passwordHash } = change;
  const isSaidActive = attributes['active'] !== false;
  const active = isSaidActive && before.blockedAt === undefined;
  const changed = namesChanged(before.attributes, attributes);
  if (passwordHash !== undefined) changed.push('password');
  const adopted = origin !== before.origin;
  if (changed.length === 0 && !adopted) return before;

  const deactivated = before.active && !active;
  if (deactivated) await requireMayLeave(deps, tx, actor, before);
  const endsAccess = deactivated || passwordHash !== undefined;
  const after: User = {
    ...before,
    active,
    origin,
    attributes,
    stamp: before.stamp + (endsAccess ? 1 : 0),
    ...(changed.length > 0 ? { version: before.version + 1, updatedAt: clock.now() } : {}),
  };
  const userName = await writeUser(deps, { tx, actor }, before, { after, changed, ...change });
  if (endsAccess) await endWays(tx, before, deactivated);
  const about = { targetType: 'User', targetId: before.id };
  if (adopted) await audit.append(tx, actor, { action: 'user.adopt', ...about });
  if (changed.length > 0) {
    const detail = { changed, ...namesOf(before.attributes, { ...attributes, userName }) };
    await audit.append(tx, actor, { action: 'user.update', ...about, detail });
  }
  if (active !== before.active) {
    const action = active ? 'user.activate' : 'user.deactivate';
    await audit.append(tx, actor, { action, ...about });
  }
  return { ...after, userName };
}

async function endWays(tx: Tx, user: User, isDeactivated: boolean): Promise<void> {
  await deleteSessions(tx, user.accountId, user.id);
  // A new password is no reason to end what programs of the person read.
  if (isDeactivated) await endCalendar(tx, user);
}

/** Returns the new userName. */
async function writeUser(
  deps: DirectoryDeps,
  { tx, actor }: { readonly tx: Tx; readonly actor: Actor },
  before: User,
  {
    after,
    changed,
    passwordHash,
    requiresManager,
  }: { readonly after: User; readonly changed: readonly string[] } & Pick<
    Change,
    'passwordHash' | 'requiresManager'
  >,
): Promise<string> {
  const { search, comparisons, unique } = deps;
  const old = indexUser(before.attributes, comparisons);
  const { columns, values } = indexUser(after.attributes, comparisons);
  requireRoom(columns.attributes, old.columns.attributes);
  if (columns.user_name_key !== old.columns.user_name_key) {
    await claimUserName(tx, before, columns.user_name_key);
  }
  const scim_active = after.attributes['active'] === false ? 0 : 1;
  // An externalId means its active user.
  const mayBeMeant = changed.includes('externalId') || changed.includes('active');
  if (mayBeMeant) {
    await requireOwnExternalId(tx, before.accountId, { ...columns, id: before.id, scim_active });
  }
  const isNewManager = columns.manager_id !== old.columns.manager_id;
  if (requiresManager && isNewManager && columns.manager_id !== null) {
    await requireManager(tx, before.accountId, columns.manager_id);
  }
  await updateUser(tx, before, {
    ...columns,
    active: after.active ? 1 : 0,
    scim_active,
    origin: after.origin,
    // An admin keeps the identity provider they had: adopting an admin must not give control of the role.
    ...(after.origin !== before.origin &&
      before.role !== 'admin' && { provisioned_by: provisionerOf(actor) }),
    stamp: after.stamp,
    version: after.version,
    updated_at: after.updatedAt,
    ...(changed.includes('emails') && emailColumns(actor)),
    ...(passwordHash === undefined ? {} : await passwordColumns(tx, actor, passwordHash)),
  });
  if (changed.includes('emails')) await endLinks(tx, before);
  if (shownName(columns) !== shownName(old.columns)) {
    await countRename(tx, before.accountId, before.id);
  }
  await replaceValues(tx, before, old.values, values);
  await changeValues(tx, before, after.attributes, unique);
  const text = userSearchText(after.attributes);
  if (!isDeepStrictEqual(text, userSearchText(before.attributes))) {
    const { accountId, id } = before;
    await search.indexWords(tx, { accountId, kind: 'user', id }, text);
  }
  if (mayBeMeant && !before.protected) {
    const newUser = { id: before.id, externalId: columns.external_id };
    await joinWaitingGroups(deps, tx, actor, newUser);
  }
  return columns.user_name;
}

/** Returns the name that groups show for the user. */
const shownName = ({ display_name, user_name }: IndexedUser['columns']): string =>
  display_name ?? user_name;

/** Returns the old and new value of each changed attribute that single sign-on finds people by. */
function namesOf(before: JsonObject, after: JsonObject): JsonObject {
  const names = ['userName', 'externalId'].flatMap((name) => {
    const [from = null, to = null] = [member(before, name), member(after, name)];
    return from === to ? [] : [[name, { from, to }] as const];
  });
  return Object.fromEntries(names);
}

function namesChanged(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(member(before, name), member(after, name)));
}
