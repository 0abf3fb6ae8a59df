import type { Tx } from '#db/database.ts';
import type { UserView } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Preconditions, requiredVersion } from '#scim/if-match.ts';
import type { JsonObject } from '#scim/protocol/index.ts';
import { noSuchResource } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { refuseAdminPassword } from './provisioned-password.ts';
import type { UserDraft } from './user-draft.ts';

// What a request to /Users and an operation of a bulk request have in common: all that happens in the transaction.

type WriteDeps = Pick<ScimDeps, 'directory'>;

interface NewUser {
  /** Canonical; without `active` the user is active. */
  readonly attributes: JsonObject;
  readonly passwordHash: string | undefined;
}

export interface UserTarget extends Preconditions {
  readonly actor: Actor;
  readonly id: string;
}

interface UserChange {
  readonly draft: UserDraft;
  /** Undefined: the password stays; null: it is taken away. */
  readonly passwordHash: string | null | undefined;
}

/** @throws AppError as Directory.createUser */
export async function addUser(
  { directory }: WriteDeps,
  tx: Tx,
  actor: Actor,
  { attributes, passwordHash }: NewUser,
): Promise<UserView> {
  const { id } = await directory.createUser(tx, actor, {
    attributes: { ...attributes, active: attributes['active'] ?? true },
    passwordHash,
    origin: 'provisioned',
  });
  return written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
}

/** PUT and PATCH. @throws AppError as Directory.patchUser; what the draft throws */
export async function changeUser(
  { directory }: WriteDeps,
  tx: Tx,
  { actor, id, ...preconditions }: UserTarget,
  { draft, passwordHash }: UserChange,
): Promise<UserView> {
  await directory.patchUser(tx, actor, id, {
    change: (before) => {
      requiredVersion(preconditions, before.version);
      if (draft.has.has('password')) refuseAdminPassword(actor, before);
      return draft.apply(before).attributes;
    },
    mayDeactivate: draft.has.has('active'),
    passwordHash,
    sight: 'provisioning',
  });
  return written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
}

/** @throws AppError as Directory.deleteUser */
export async function removeUser(
  { directory }: WriteDeps,
  tx: Tx,
  { actor, id, ...preconditions }: UserTarget,
): Promise<void> {
  const stored = written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
  await directory.deleteUser(tx, actor, id, {
    ifVersion: requiredVersion(preconditions, stored.version),
    sight: 'provisioning',
  });
}

function written(user: UserView | undefined): UserView {
  if (!user) throw noSuchResource('user');
  return user;
}
