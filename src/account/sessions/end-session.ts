import type { AccountDeps } from '#account/account-deps.ts';
import { askNextTime } from '#account/sso/sso-cookie.ts';
import { clearSessionCookie, sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { deleteSession } from './session.store.ts';

/** DELETE /app/v1/session: signs out. */
export const endSession = ({ db, sessions, audit }: AccountDeps): Endpoint =>
  endpoint({
    method: 'DELETE',
    path: '/app/v1/session',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Sign out',
      tag: 'Session',
      description: 'Also without a session, or with one that has ended.',
      responses: { 204: { description: 'Nobody is signed in with this browser any more.' } },
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
      return { status: 204, cookies: [clearSessionCookie()['set-cookie'], askNextTime()] };
    },
  });
