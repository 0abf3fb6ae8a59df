import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { requireUser } from '#administration/users/require-user.ts';
import { actorOf } from '#audit/index.ts';
import { keepWayIn } from '#directory/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { takePasskeys } from '#sign-in/index.ts';

/** DELETE /app/v1/users/:id/passkeys: removes a user's passkeys, after a device was lost. A password stays. */
export const removeUserPasskeys = ({ db, directory, audit }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/users/:id/passkeys',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Remove all passkeys of a user',
      tag: 'Users',
      description: 'Also ends their sessions, because another person may have used a passkey.',
      responses: {
        204: { description: 'The passkeys were removed.' },
        403: {
          description:
            'They are one’s own last way to sign in. Or single sign-on is required, and they are the last one of the last break-glass admin.',
        },
        404: 'no user',
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const userId = request.params.id;
      await db.transaction(async (tx) => {
        await requireUser({ directory }, tx, accountId, userId);
        const of = { accountId, userId };
        const take = () => takePasskeys({ audit }, tx, actorOf(request, 'web'), of);
        // Only one's own last way in is protected: an admin can send others a link afterwards.
        if (userId === request.principal.userId) await keepWayIn(tx, accountId, userId, take);
        else await take();
      });
      return { status: 204 };
    },
  });
