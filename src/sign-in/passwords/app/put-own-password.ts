import { Type } from 'typebox';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import { sessionCookieOf } from '#http/browser.ts';
import type { Endpoint, SessionPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { hashChosenPassword } from '#sign-in/passwords/hash-chosen-password.ts';
import { readSecondFactorState } from '#sign-in/second-factor/second-factor.store.ts';
import { nextProof } from '#sign-in/second-factor/standing.ts';
import { requirePassword } from '#sign-in/sessions/require-password.ts';
import { Session } from '#sign-in/sessions/session.shapes.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

const PasswordChange = Type.Object(
  {
    current: Type.String({ minLength: 1, maxLength: 1024 }),
    password: Type.String({ maxLength: 1024 }),
  },
  { title: 'PasswordChange', additionalProperties: false },
);

/** PUT /app/v1/me/password: changes the password, which ends the person's other sessions and tokens. */
export const putOwnPassword = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/me/password',
    body: PasswordChange,
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Change one’s own password',
      tag: 'Profile',
      description:
        'Ends all other sessions of the user and revokes all access tokens that act as the user. Users with an authenticator app, or with a passkey if the account requires a second factor, must have confirmed their identity within the last minutes.',
      responses: {
        200: {
          description: 'Changed. The previous cookie is no longer valid.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        400: { description: 'The new password is too weak.' },
        403: {
          description: 'The current password is wrong, or a code or a passkey is needed first.',
        },
        409: 'sso only',
      },
    },
    async handle(request) {
      const { current, password } = request.body;
      const { db, directory, sessions } = deps;
      const { accountId, userId } = request.principal;
      const passwordSuffices = await requireProof(deps, request.principal);
      await requirePassword(deps, request, current, 'current');
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      if (!user) throw fail('session-ended', 'Your session has ended. Sign in again.');
      const hash = await hashChosenPassword(deps, accountId, password, [user.userName]);
      const cookie = sessionCookieOf(request.headers['cookie']);
      const renewed = await db.transaction(async (tx) => {
        const old = await sessions.find(tx, cookie);
        if (!old) throw fail('session-ended', 'Your session has ended. Sign in again.');
        const actor = actorOf(request, 'web');
        const change = () => directory.setPasswordHash(tx, actor, userId, hash);
        // A password that is not enough to sign in does not renew the confirmation either.
        const confirmedAt = passwordSuffices ? undefined : old.confirmed_at;
        return await sessions.renew(tx, old, { change, confirmedAt });
      });
      return await replyWithSession(deps, 200, renewed);
    },
  });

/**
 * Returns whether the password is all that this user needs to sign in. For other users, the session must have been
 * confirmed within the last five minutes.
 * @throws AppError `confirmation-needed`
 */
async function requireProof({ db, clock }: SignInDeps, of: SessionPrincipal): Promise<boolean> {
  const state = await readSecondFactorState(db.reader, of);
  if (!state || nextProof(state, clock.now()) === 'nothing') return true;
  if (clock.now() < of.confirmedUntil) return false;
  throw fail('confirmation-needed', 'Confirm that it is you, then try again.');
}
