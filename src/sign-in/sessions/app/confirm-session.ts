import { actorOf } from '#audit/index.ts';
import type { Tx } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import { sessionCookieOf } from '#http/browser.ts';
import type { Endpoint, Request, SessionPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { requirePasskey } from '#sign-in/passkeys/require-passkey.ts';
import { requireCode } from '#sign-in/second-factor/require-code.ts';
import { readSecondFactorState } from '#sign-in/second-factor/second-factor.store.ts';
import { nextProof } from '#sign-in/second-factor/standing.ts';
import { requirePassword } from '#sign-in/sessions/require-password.ts';
import { ConfirmationBody, Session } from '#sign-in/sessions/session.shapes.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/session/confirm: checks the user's password or passkey again, and replaces the session's cookie. */
export const confirmSession = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/session/confirm',
    lackingSecondFactor: true,
    body: ConfirmationBody,
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Confirm one’s identity',
      tag: 'Session',
      description: 'Sensitive actions require this if the last check is older than 5 minutes.',
      responses: {
        200: {
          description: 'Confirmed. The previous cookie is no longer valid.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        403: {
          description:
            'The password, its code or the passkey is wrong. Or the account requires a second factor and the user signs in with a passkey (`confirmation-by-passkey`).',
        },
        409: 'sso only',
      },
    },
    async handle(request) {
      const { password, code, passkey } = request.body;
      if ((password === undefined) === (passkey === undefined)) {
        throw fail('invalid-value', 'Send either the password or a passkey.', {
          at: 'password',
          because: { reason: 'password-or-passkey' },
        });
      }
      const use =
        passkey !== undefined
          ? await requirePasskey(deps, request, passkey)
          : await requirePasswordAndCode(deps, request, password ?? '', code);
      const { db, sessions, audit } = deps;
      const cookie = sessionCookieOf(request.headers['cookie']);
      const renewed = await db.transaction(async (tx) => {
        const old = await sessions.find(tx, cookie);
        if (!old) throw fail('session-ended', 'Your session has ended. Sign in again.');
        await use(tx);
        const made = await sessions.renew(tx, old, { secondFactorShown: passkey !== undefined });
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'session.confirm',
          targetType: 'Session',
          targetId: made.id,
          detail: { method: passkey ? 'passkey' : 'password' },
        });
        return made;
      });
      return await replyWithSession(deps, 200, renewed);
    },
  });

async function requirePasswordAndCode(
  deps: SignInDeps,
  request: Request<SessionPrincipal>,
  password: string,
  code: string | undefined,
): Promise<(tx: Tx) => Promise<void>> {
  await requirePasswordEnough(deps, request.principal);
  await requirePassword(deps, request, password, 'password');
  return await requireCode(deps, request, code);
}

/** Requires no less than sign-in does. @throws AppError `confirmation-by-passkey` */
async function requirePasswordEnough(
  { db, clock }: SignInDeps,
  of: SessionPrincipal,
): Promise<void> {
  const state = await readSecondFactorState(db.reader, of);
  if (!state || nextProof(state, clock.now()) !== 'passkey') return;
  throw fail(
    'confirmation-by-passkey',
    'Your organisation requires a second factor, so your password alone is not enough. Use your passkey.',
    { at: 'password' },
  );
}
