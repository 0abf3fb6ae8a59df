import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import { indexUser } from '#directory/attributes/index-user.ts';
import { requireRoom } from '#directory/attributes/max-attributes.ts';
import { userSearchText } from '#directory/attributes/search-texts.ts';
import { joinWaitingGroups } from '#directory/groups/join-waiting-groups.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import type { User } from '#directory/rows/records.ts';
import { toUser } from '#directory/rows/users.store.ts';
import { insertNamedUser } from '#directory/uniqueness/claim-name.ts';
import { claimValues } from '#directory/uniqueness/unique-values.store.ts';
import { emailColumns, passwordColumns } from '#directory/ways-in/password-columns.ts';
import type { Actor } from '#kernel/actor.ts';
import { allInOrder } from '#kernel/all-in-order.ts';
import { requireOwnExternalId } from './external-ids.store.ts';
import { requireManager } from './managers.store.ts';
import type { NewUser } from './user-inputs.ts';
import { insertUserValues } from './user-values.store.ts';

/** Returns the credential of the identity provider that writes a user; null for every other write. */
export const provisionerOf = ({ via, credentialId }: Actor): string | null =>
  via === 'scim' ? (credentialId ?? null) : null;

/** @throws `user-name-taken`, `value-taken`, `break-glass-user`, `unknown-manager`, `invalid-value` */
export const createUser =
  (deps: DirectoryDeps) =>
  async (
    tx: Tx,
    actor: Actor,
    { attributes, passwordHash, origin, role, ...options }: NewUser,
  ): Promise<User> => {
    const { protected: hidden, requiresManager } = options;
    const { clock, ids, audit, search, comparisons, unique } = deps;
    const { accountId } = actor;
    const active = attributes['active'] === false ? 0 : 1;
    const { columns, values } = indexUser({ ...attributes, active: active === 1 }, comparisons);
    requireRoom(columns.attributes);
    if (requiresManager && columns.manager_id !== null) {
      await requireManager(tx, accountId, columns.manager_id);
    }
    const now = clock.now();
    const row = {
      ...columns,
      account_id: accountId,
      id: ids.next(),
      active,
      scim_active: active,
      blocked_at: null,
      role: role ?? 'member',
      role_since: null,
      origin,
      provisioned_by: provisionerOf(actor),
      protected: hidden ? 1 : 0,
      ...(await passwordColumns(tx, actor, passwordHash ?? null)),
      ...emailColumns(actor),
      stamp: 1,
      version: 1,
      created_at: now,
      updated_at: now,
    } as const;
    // The user name comes first: an identity provider that sends a user twice looks it up by the user name in the error.
    await allInOrder([insertNamedUser(tx, row), requireOwnExternalId(tx, accountId, row)]);
    await insertUserValues(tx, accountId, row.id, values);
    await claimValues(tx, { accountId, id: row.id }, attributes, unique);
    const found = { accountId, kind: 'user', id: row.id } as const;
    await search.indexWords(tx, found, userSearchText(attributes), { isNew: true });
    if (!hidden) await addToCounter(tx, accountId, 'users', row.id, 1);
    await audit.append(tx, actor, {
      action: 'user.create',
      targetType: 'User',
      targetId: row.id,
      detail: { userName: row.user_name, role: row.role, origin },
    });
    const newUser = { id: row.id, externalId: row.external_id };
    if (!hidden) await joinWaitingGroups(deps, tx, actor, newUser);
    return toUser(row);
  };
