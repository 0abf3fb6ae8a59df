import type { AccountDeps } from '#account/account-deps.ts';
import { deletePasskeysOf } from '#account/passkeys/passkey.store.ts';
import { deleteSessionsOf } from '#account/sessions/session.store.ts';
import { actorOf } from '#audit/index.ts';
import { keepBreakGlass, keepWayIn } from '#directory/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';

/** DELETE /app/v1/users/:id/passkeys: for a device that was lost; a password stays, which a link would replace. */
export const removeUserPasskeys = ({ db, directory, audit }: AccountDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/app/v1/users/:id/passkeys',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: 'Take all passkeys of a user away',
      tag: 'Users',
      description: 'Their sessions end, too: who had a passkey may have one.',
      responses: {
        204: { description: 'Nobody signs in with a passkey as the user.' },
        403: {
          description:
            'They are one’s own and the last way in; or that of the last break-glass admin, while single sign-on is the only other.',
        },
        404: { description: 'There is no such user.' },
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const userId = request.params['id'] ?? '';
      await db.transaction(async (tx) => {
        if (!(await directory.readUser(tx, accountId, userId, 'all'))) {
          throw fail('not-found', 'There is no user with this id.');
        }
        const remove = () =>
          keepBreakGlass(tx, accountId, userId, () => deletePasskeysOf(tx, { accountId, userId }));
        // Others can be sent a link afterwards.
        const isOwn = userId === request.principal.userId;
        const removed = isOwn ? await keepWayIn(tx, accountId, userId, remove) : await remove();
        if (removed === 0) return;
        await deleteSessionsOf(tx, accountId, userId);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'passkey.delete-all',
          targetType: 'User',
          targetId: userId,
          detail: { removed },
        });
      });
      return { status: 204 };
    },
  });
