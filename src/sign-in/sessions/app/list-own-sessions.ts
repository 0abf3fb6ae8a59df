import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { listSessions } from '#sign-in/sessions/list-sessions.ts';
import { SESSION_QUERY, SessionList } from '#sign-in/sessions/session.shapes.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** GET /app/v1/me/sessions: the sessions of the signed-in user. */
export const listOwnSessions = ({ db, clock, seal }: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/me/sessions',
    query: SESSION_QUERY,
    doc: {
      summary: 'List one’s own sessions',
      tag: 'Profile',
      responses: { 200: { description: 'A page of sessions, newest first.', schema: SessionList } },
    },
    async handle({ principal: { accountId, userId, sessionId: currentId }, query: page }) {
      const asked = { ...page, accountId, userId, currentId, now: clock.now() };
      return { status: 200, body: await listSessions(db.reader, seal, asked) };
    },
  });
