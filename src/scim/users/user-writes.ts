import type { Tx } from '#db/database.ts';
import type { UserView } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { type Preconditions, requiredVersion } from '#scim/if-match.ts';
import type { WriteCounts } from '#scim/prefer-handling.ts';
import type { JsonObject, Preference } from '#scim/protocol/index.ts';
import { noSuchResource } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { refuseAdminPassword } from './provisioned-password.ts';
import type { UserDraft } from './user-draft.ts';
import { managerText } from './user-page.store.ts';
import { MANAGER } from './user-resource.ts';

// The transaction of a user write, shared by the /Users endpoints and the operations of a bulk request.

type WriteDeps = Pick<ScimDeps, 'directory'>;

interface NewUser {
  /** Canonical; without `active` the user is active. */
  readonly attributes: JsonObject;
  readonly passwordHash: string | undefined;
  readonly preference: Preference;
}

export interface UserTarget extends Preconditions {
  readonly actor: Actor;
  readonly id: string;
}

interface UserChange {
  readonly draft: UserDraft;
  /** A hash is stored; null removes the password; undefined keeps it. */
  readonly passwordHash: string | null | undefined;
  readonly preference: Preference;
}

/** Creates a user, or restores the inactive one that the identity provider means. @throws AppError as Directory.createUser */
export async function addUser(
  { directory }: WriteDeps,
  tx: Tx,
  actor: Actor,
  { attributes, passwordHash, preference }: NewUser,
): Promise<AddedUser> {
  const user = {
    attributes: { ...attributes, active: attributes['active'] ?? true },
    passwordHash,
    origin: 'provisioned',
    requiresManager: preference === 'strict',
  } as const;
  const restored = await directory.restoreUser(tx, actor, user);
  const { id } = restored ?? (await directory.createUser(tx, actor, user));
  const view = written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
  return { ...view, isRestored: restored !== undefined };
}

interface AddedUser extends UserView {
  /** The user existed, was inactive, and has the new attributes now. */
  readonly isRestored: boolean;
}

/** Changes a user by PUT or PATCH. @throws AppError as Directory.changeUser, and whatever the draft throws */
export async function changeScimUser(
  { directory }: WriteDeps,
  tx: Tx,
  { actor, id, ...preconditions }: UserTarget,
  { draft, passwordHash, preference }: UserChange,
): Promise<UserView> {
  await directory.changeUser(tx, actor, id, {
    change: (before) => {
      requiredVersion(preconditions, before.version);
      if (draft.has.has('password')) refuseAdminPassword(actor, before);
      return draft.apply(before).attributes;
    },
    mayDeactivate: draft.has.has('active'),
    passwordHash,
    visibility: 'provisioning',
    requiresManager: preference === 'strict',
  });
  return written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
}

/** Returns the counts for the response headers and logs. @param read what the body of the request holds */
export const userCounts = (
  user: UserView & Partial<Pick<AddedUser, 'isRestored'>>,
  { has, ignoredCount, droppedCertificates }: Omit<UserDraft, 'apply'>,
): WriteCounts => ({
  attributes: ignoredCount,
  droppedCertificates,
  unknownManagers: has.has(MANAGER) && !user.manager && managerText(user) !== undefined ? 1 : 0,
  blockedUsers: user.blockedAt === undefined ? 0 : 1,
  restoredUsers: user.isRestored ? 1 : 0,
});

/** Deletes a user. @throws AppError as Directory.removeUser */
export async function removeScimUser(
  { directory }: WriteDeps,
  tx: Tx,
  { actor, id, ...preconditions }: UserTarget,
): Promise<void> {
  const stored = written(await directory.readUser(tx, actor.accountId, id, 'provisioning'));
  await directory.removeUser(tx, actor, id, {
    ifVersion: requiredVersion(preconditions, stored.version),
    visibility: 'provisioning',
  });
}

function written(user: UserView | undefined): UserView {
  if (!user) throw noSuchResource('user');
  return user;
}
