import type { AccountDeps } from '#account/account-deps.ts';
import { requirePasskey } from '#account/passkeys/require-passkey.ts';
import { actorOf } from '#audit/index.ts';
import { sessionCookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';
import { requirePassword } from './require-password.ts';
import { ConfirmationBody, Session } from './session.shapes.ts';
import { replyWithSession } from './session-reply.ts';

/** POST /app/v1/session/confirm: the person proves once more who they are, and gets a new cookie. */
export const confirmSession = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/session/confirm',
    protocol: 'problem',
    access: { session: true },
    limit: 'api',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Prove once more who one is',
      tag: 'Session',
      description: 'What is sensitive asks for this when the last check is older than 5 minutes.',
      body: ConfirmationBody,
      responses: {
        200: {
          description: 'Checked; the cookie of before is dead.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        403: { description: 'The password or the passkey is not right.' },
        409: { description: 'The account takes single sign-on only.' },
      },
    },
    async handle(request) {
      const { password, passkey } = parseInput(ConfirmationBody, request.body);
      if ((password === undefined) === (passkey === undefined)) {
        throw fail('invalid-value', 'Give either the password or a passkey.', { at: 'password' });
      }
      if (password !== undefined) await requirePassword(deps, request, password, 'password');
      const use = passkey && (await requirePasskey(deps, request, passkey));
      const { db, sessions, audit } = deps;
      const cookie = sessionCookieOf(request.headers['cookie']);
      const renewed = await db.transaction(async (tx) => {
        const old = await sessions.find(tx, cookie);
        if (!old) throw fail('session-ended', 'The session has ended. Sign in again.');
        await use?.(tx);
        const made = await sessions.renew(tx, old);
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
