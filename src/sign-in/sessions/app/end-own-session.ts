import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** DELETE /app/v1/me/sessions/:id: ends one session of the signed-in user. */
export const endOwnSession = ({ db, audit }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/sessions/:id',
    confirmed: true,
    doc: {
      summary: 'End a session of one’s own',
      tag: 'Profile',
      responses: {
        204: 'session ended',
        404: { description: 'There is no such session.' },
      },
    },
    async handle(request) {
      const { accountId, userId } = request.principal;
      const id = request.params.id;
      await db.transaction(async (tx) => {
        if (!(await deleteSession(tx, { accountId, userId, id }))) {
          throw fail('not-found', 'There is no session with this id.');
        }
        const about = { targetType: 'Session', targetId: id };
        await audit.append(tx, actorOf(request, 'web'), { action: 'session.end', ...about });
      });
      return { status: 204 };
    },
  });
