import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteSessionsOf } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** DELETE /app/v1/me/sessions: ends all other sessions of the signed-in user. */
export const endOtherSessions = ({ db, audit }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/me/sessions',
    confirmed: true,
    doc: {
      summary: 'Sign out everywhere else',
      tag: 'Profile',
      responses: { 204: { description: 'All other sessions have ended.' } },
    },
    async handle(request) {
      const { accountId, userId, sessionId } = request.principal;
      await db.transaction(async (tx) => {
        const ended = await deleteSessionsOf(tx, accountId, userId, sessionId);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'session.end-others',
          targetType: 'User',
          targetId: userId,
          detail: { ended },
        });
      });
      return { status: 204 };
    },
  });
