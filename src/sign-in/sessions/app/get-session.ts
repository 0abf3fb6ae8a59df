import { appEndpoint } from '#http/app-endpoint.ts';
import { sessionCookieOf } from '#http/browser.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { Session } from '#sign-in/sessions/session.shapes.ts';
import { readSessionOf } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** GET /app/v1/session: the signed-in user and the session. */
export const getSession = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/session',
    lackingSecondFactor: true,
    doc: {
      summary: 'Get the current session',
      tag: 'Session',
      responses: { 200: { description: 'The signed-in user and the session.', schema: Session } },
    },
    async handle({ headers }) {
      const cookie = sessionCookieOf(headers['cookie']);
      return { status: 200, body: await readSessionOf(deps, deps.db.reader, cookie) };
    },
  });
