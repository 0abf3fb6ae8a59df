import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { requireUser } from '#administration/users/require-user.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteSessionsOf } from '#sign-in/index.ts';

/** DELETE /app/v1/users/:id/sessions: signs a user out everywhere. */
export const endUserSessions = ({ db, directory, audit }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/users/:id/sessions',
    role: 'admin',
    confirmed: true,
    doc: {
      summary: 'Sign a user out everywhere',
      tag: 'Users',
      responses: {
        204: { description: 'All sessions of the user have ended.' },
        404: 'no user',
      },
    },
    async handle(request) {
      const { accountId } = request.principal;
      const id = request.params.id;
      await db.transaction(async (tx) => {
        await requireUser({ directory }, tx, accountId, id);
        const ended = await deleteSessionsOf(tx, accountId, id);
        if (ended === 0) return;
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'session.end-all',
          targetType: 'User',
          targetId: id,
          detail: { ended },
        });
      });
      return { status: 204 };
    },
  });
