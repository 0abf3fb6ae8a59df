import { clearSessionCookie, sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { SignedOut } from '#sign-in/sessions/session.shapes.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { selectConnection } from '#sign-in/sso/sso.store.ts';
import { askNextTime } from '#sign-in/sso/sso-cookie.ts';

/** DELETE /app/v1/session: signs out. */
export const endSession = ({ db, sessions, audit }: SignInDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/app/v1/session',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Sign out',
      tag: 'Session',
      description: 'Also succeeds without a session, or after the session has ended.',
      responses: {
        200: {
          description: 'The session has ended. The session at the identity provider continues.',
          schema: SignedOut,
        },
        204: 'session ended',
      },
    },
    async handle({ headers, ip }) {
      const row = await sessions.find(db.reader, sessionCookieOf(headers['cookie']));
      if (row) {
        const { account_id: accountId, user_id: userId, id } = row;
        await db.transaction(async (tx) => {
          if (!(await deleteSession(tx, { accountId, userId, id }))) return;
          const actor = { accountId, userId, ip, via: 'web' } as const;
          const about = { targetType: 'Session', targetId: id };
          await audit.append(tx, actor, { action: 'session.end', ...about });
        });
      }
      const cookies = [clearSessionCookie()['set-cookie'], askNextTime()];
      const id = row?.sso_connection_id;
      const begunWith =
        row && id ? await selectConnection(db.reader, row.account_id, id) : undefined;
      if (begunWith?.enabled !== 1) return { status: 204, cookies };
      const body: SignedOut = { sso: { id: begunWith.id, name: begunWith.name } };
      return { status: 200, cookies, body };
    },
  });
