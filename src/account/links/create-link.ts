import type { AccountDeps } from '#account/account-deps.ts';
import { hashSessionCookie, makeSessionCookie } from '#account/sessions/session-cookie.ts';
import { actorOf } from '#audit/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { SignInLink } from './link.shapes.ts';
import { saveLink } from './link.store.ts';

const LIFE_MS = 24 * 60 * 60_000;

/** POST /app/v1/users/:id/link: a one-time link with which the user chooses a password. */
export const createLink = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/users/:id/link',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    doc: {
      summary: 'Make a one-time link for a user',
      tag: 'Users',
      description:
        'For the first password of a user, or a new one. It works once within 24 hours, replaces an earlier one, and ends when the user is deactivated or gets a password otherwise.',
      responses: {
        201: { description: 'Made; it is shown once.', schema: SignInLink },
        404: { description: 'There is no such user.' },
        409: { description: 'The user is not active.' },
      },
    },
    async handle(request) {
      const { db, directory, random, clock, audit, publicUrl } = deps;
      const { accountId, accountCode } = request.principal;
      const id = request.params['id'] ?? '';
      // Of the same shape as a session's cookie: the account's code, and 256 random bits.
      const token = makeSessionCookie(random, accountCode);
      const expiresAt = clock.now() + LIFE_MS;
      const kind = await db.transaction(async (tx) => {
        const user = await directory.readUser(tx, accountId, id, 'all');
        if (!user) throw fail('not-found', 'There is no user with this id.');
        if (!user.active) {
          throw fail('user-inactive', 'The user is not active. Activate the user first.');
        }
        const hash = hashSessionCookie(token);
        const row = { account_id: accountId, user_id: id, hash, stamp: user.stamp };
        await saveLink(tx, { ...row, expires_at: expiresAt });
        const known = await directory.readPasswordHash(tx, accountId, id);
        const found = known === undefined ? 'invitation' : 'reset';
        const about = { targetType: 'User', targetId: id, detail: { kind: found } };
        await audit.append(tx, actorOf(request, 'web'), { action: 'user.create-link', ...about });
        return found;
      });
      const page = kind === 'invitation' ? 'invitation' : 'reset-password';
      const body: SignInLink = {
        // Behind #, which browsers never send: it stays out of logs.
        url: `${publicUrl()}/${page}#${token}`,
        kind,
        expiresAt: new Date(expiresAt).toISOString(),
      };
      return { status: 201, body };
    },
  });
