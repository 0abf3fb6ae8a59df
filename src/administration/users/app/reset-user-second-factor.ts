import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { requireUser } from '#administration/users/require-user.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { askedLocale } from '#kernel/locale.ts';
import { removeSecondFactor } from '#sign-in/index.ts';

/** DELETE /app/v1/users/:id/second-factor: removes a user's authenticator app and recovery codes after their loss. */
export const resetUserSecondFactor = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/users/:id/second-factor',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Remove the authenticator app of a user',
      tag: 'Users',
      description:
        'Also removes its recovery codes and ends the sessions of the user. Notifies the user by mail. Passkeys are kept.',
      responses: {
        204: { description: 'The app was removed.' },
        404: 'no user',
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const userId = request.params.id;
      await deps.db.transaction(async (tx) => {
        await requireUser(deps, tx, accountId, userId);
        const actor = actorOf(request, 'web');
        const language = askedLocale(request.headers['accept-language']);
        await removeSecondFactor(deps, tx, actor, { accountId, userId }, language);
      });
      return { status: 204 };
    },
  });
