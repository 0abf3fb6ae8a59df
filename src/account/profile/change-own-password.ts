import { Type } from 'typebox';
import type { AccountDeps } from '#account/account-deps.ts';
import { hashChosenPassword } from '#account/hash-chosen-password.ts';
import { findSecondFactor } from '#account/second-factor/second-factor.store.ts';
import { requirePassword } from '#account/sessions/require-password.ts';
import { Session } from '#account/sessions/session.shapes.ts';
import { replyWithSession } from '#account/sessions/session-reply.ts';
import { actorOf } from '#audit/index.ts';
import { sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint, type SessionPrincipal } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';

const PasswordChange = Type.Object(
  {
    current: Type.String({ minLength: 1, maxLength: 1024 }),
    password: Type.String({ maxLength: 1024 }),
  },
  { title: 'PasswordChange', additionalProperties: false },
);

/** PUT /app/v1/me/password: a new password, which ends whatever else the person is signed in with. */
export const changeOwnPassword = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'PUT',
    path: '/app/v1/me/password',
    protocol: 'problem',
    access: { session: true },
    limit: 'api',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Change one’s own password',
      tag: 'Profile',
      description:
        'All other sessions of the person end, and all access tokens that act as them. Who has an authenticator app must have proved who they are within the last minutes.',
      body: PasswordChange,
      responses: {
        200: {
          description: 'Changed; the cookie of before is dead.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        400: { description: 'The new password is too weak.' },
        403: {
          description: 'The current password is not right, or a code has to be entered first.',
        },
        409: { description: 'The account takes single sign-on only.' },
      },
    },
    async handle(request) {
      const { current, password } = parseInput(PasswordChange, request.body);
      const { db, directory, sessions } = deps;
      const { accountId, userId } = request.principal;
      await requireCodeBefore(deps, request.principal);
      await requirePassword(deps, request, current, 'current');
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      if (!user) throw fail('session-ended', 'The session has ended. Sign in again.');
      const hash = await hashChosenPassword(deps, accountId, password, [user.userName]);
      const cookie = sessionCookieOf(request.headers['cookie']);
      const renewed = await db.transaction(async (tx) => {
        const old = await sessions.find(tx, cookie);
        if (!old) throw fail('session-ended', 'The session has ended. Sign in again.');
        const actor = actorOf(request, 'web');
        const change = () => directory.setPasswordHash(tx, actor, userId, hash);
        // A password alone is no check of somebody who has an authenticator app.
        const hasApp = old.has_totp === 1;
        return await sessions.renew(tx, old, change, hasApp ? old.confirmed_at : undefined);
      });
      return await replyWithSession(deps, 200, renewed);
    },
  });

/** @throws AppError `confirmation-needed` */
async function requireCodeBefore(
  { db, clock }: AccountDeps,
  { accountId, userId, confirmedUntil }: SessionPrincipal,
): Promise<void> {
  if (clock.now() < confirmedUntil) return;
  if (!(await findSecondFactor(db.reader, { accountId, userId }))) return;
  throw fail('confirmation-needed', 'Prove once more that it is you, then repeat this.');
}
