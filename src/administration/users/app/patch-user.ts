import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readUserDetail } from '#administration/users/read-user-detail.ts';
import { requireEmail } from '#administration/users/require-email.ts';
import { UserChangeBody, UserDetail } from '#administration/users/user.shapes.ts';
import { lockedFieldsOf } from '#administration/users/user-item.ts';
import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import { changeAttributes, type Directory } from '#directory/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';

/** PATCH /app/v1/users/:id: changes a user, in one transaction. */
export const patchUser = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/users/:id',
    role: 'admin',
    confirmed: true,
    body: UserChangeBody,
    doc: {
      summary: 'Change a user',
      tag: 'Users',
      description:
        'Deactivating a user ends their sessions and tokens and suspends the credentials that act as the user.',
      responses: {
        200: { description: 'The current state.', schema: UserDetail },
        404: 'no user',
        409: { description: 'The user name is taken, or the identity provider manages the field.' },
      },
    },
    async handle(request) {
      const change = request.body;
      requireEmail(change);
      const { db, directory } = deps;
      const { accountId } = request.principal;
      const id = request.params.id;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx) => {
        await apply(directory, tx, actor, id, change);
        return await readUserDetail(deps, tx, accountId, id);
      });
      return { status: 200, body };
    },
  });

async function apply(
  directory: Directory,
  tx: Tx,
  actor: Actor,
  id: string,
  change: UserChangeBody,
): Promise<void> {
  const { role, protected: hidden, blocked, ...shown } = change;
  // Locked fields depend on the role before this request, so that no request both makes a user admin and renames them.
  const was = await directory.readUser(tx, actor.accountId, id, 'all');
  // First, because it decides whether the identity provider owns the other fields.
  if (hidden === true) await directory.closeToProvisioning(tx, actor, id);
  if (hidden === false) await directory.openToProvisioning(tx, actor, id);
  if (role !== undefined) await directory.setRole(tx, actor, id, role);
  if (blocked !== undefined) await directory.setBlocked(tx, actor, id, blocked);
  await directory.changeUser(tx, actor, id, {
    change(before) {
      const owned = { ...before, role: was?.role ?? before.role };
      const locked = lockedFieldsOf(owned).find((name) => Object.hasOwn(change, name));
      if (locked === undefined) return changeAttributes(before.attributes, shown);
      throw fail(
        'provisioned-field',
        `${locked} is managed by the identity provider. Change it there, because its next sync would undo a change here.`,
        { at: locked },
      );
    },
    mayDeactivate: change.active === false,
    visibility: 'all',
  });
}
