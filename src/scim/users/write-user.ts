import type { User } from '#directory/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import type { Actor } from '#kernel/actor.ts';
import { preconditionsOf, requiredVersion } from '#scim/if-match.ts';
import { preferenceOf, withHandling } from '#scim/prefer-handling.ts';
import { type Preference, parseProjection, type ResourceType } from '#scim/protocol/index.ts';
import { noSuchResource } from '#scim/resource-id.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { queryOf } from '#scim/scim-endpoint.ts';
import { hashChangedPassword, refuseAdminPassword } from './provisioned-password.ts';
import type { UserDraft } from './user-draft.ts';
import { userReply } from './user-reply.ts';
import { changeScimUser, userCounts } from './user-writes.ts';

interface UserWrite {
  readonly id: string;
  readonly actor: Actor;
  readonly read: (type: ResourceType, body: unknown, preference: Preference) => UserDraft;
}

/**
 * Changes one user by PUT or PATCH, on /Users/{id} or /Me. A deleted user is 404 even when the body is invalid: on a
 * 404 an identity provider creates the user again, on a 400 it would send the same body for weeks.
 */
export async function writeUser(
  deps: ScimDeps,
  request: Request,
  { id, actor, read }: UserWrite,
): Promise<Reply> {
  const { db, directory } = deps;
  const { accountId } = actor;
  const stored = await directory.readUser(db.reader, accountId, id, 'provisioning');
  if (!stored) throw noSuchResource('user');
  const preconditions = preconditionsOf(request);
  requiredVersion(preconditions, stored.version);
  const preference = preferenceOf(request);
  const draft = read(deps.types.user, request.body, preference);
  const projection = parseProjection(queryOf(request.query), deps.types.user, draft.has);
  // Checked before hashing, whose duration would reveal whether the password was guessed.
  if (draft.has.has('password')) refuseAdminPassword(actor, stored);
  const passwordHash = await passwordOf(deps, stored, draft);
  const user = await db.transaction((tx) =>
    changeScimUser(deps, tx, { actor, id, ...preconditions }, { draft, passwordHash, preference }),
  );
  if (user.userName !== stored.userName) request.noteNameBefore(stored.userName);
  return withHandling(request, userReply(deps, 200, user, projection), userCounts(user, draft));
}

/** Returns the new hash, based on the user as read before, because hashing must not happen inside a transaction. */
async function passwordOf(
  deps: ScimDeps,
  stored: User,
  draft: UserDraft,
): Promise<string | null | undefined> {
  if (!draft.has.has('password')) return undefined;
  const { attributes, password } = draft.apply(stored);
  if (password === null) return null;
  return hashChangedPassword(deps, stored, attributes, password);
}
