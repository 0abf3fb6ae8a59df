import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { requireUser } from '#administration/users/require-user.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { listSessions, SESSION_QUERY, SessionList } from '#sign-in/index.ts';

/** GET /app/v1/users/:id/sessions: the sessions of a user. */
export const listUserSessions = ({ db, directory, clock, seal }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/users/:id/sessions',
    role: 'admin',
    query: SESSION_QUERY,
    doc: {
      summary: 'List the sessions of a user',
      tag: 'Users',
      responses: {
        200: { description: 'A page of sessions, newest first.', schema: SessionList },
        404: 'no user',
      },
    },
    async handle({ principal: { accountId, sessionId: currentId }, params, query: page }) {
      const { id: userId } = params;
      await requireUser({ directory }, db.reader, accountId, userId);
      const asked = { ...page, accountId, userId, currentId, now: clock.now() };
      return { status: 200, body: await listSessions(db.reader, seal, asked) };
    },
  });
