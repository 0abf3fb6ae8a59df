import type { SignIn } from '#directory/index.ts';
import { sessionCookieOf, sessionRefused } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { Actor } from '#kernel/actor.ts';
import type { AppError } from '#kernel/errors.ts';
import { refusedForSso, refusedSignIn, takesSsoOnly } from '#sign-in/refused-sign-in.ts';
import { beginStep, replyWithStep } from '#sign-in/second-factor/begin-step.ts';
import { SignInStep } from '#sign-in/second-factor/second-factor.shapes.ts';
import { nextProof } from '#sign-in/second-factor/standing.ts';
import { Session, SignInBody } from '#sign-in/sessions/session.shapes.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/session: signs a person in with a password. */
export const signIn = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/session',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Sign in with a password',
      tag: 'Session',
      description:
        'Sets the session cookie and ends an earlier session of the browser. The answer and its duration are the same for every cause of failure.',
      body: SignInBody,
      responses: {
        201: {
          description: 'Signed in.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        202: {
          description: 'The password is correct, but a second factor is needed.',
          schema: SignInStep,
          headers: { 'Set-Cookie': 'Identifies the browser that may enter a code.' },
        },
        401: {
          description:
            'The user name, the email address or the password is wrong, or the account allows single sign-on only (`sign-in-by-sso`).',
        },
        503: { description: 'Too many passwords are being checked at the moment.' },
      },
    },
    async handle(request) {
      const { userName, password } = parseInput(SignInBody, request.body);
      const { db, directory, passwordCheck, sessions, signInThrottle, signInRecorder, audit } =
        deps;
      const { account, severalAccounts } = await directory.findSignIn(db.reader, userName);
      const user = account?.user;
      // If the user may not sign in, every password counts as wrong: otherwise the throttle would reveal a right one.
      const allowed = user && maySignIn(user) && !user.bySsoOnly ? user : undefined;
      const isRight = await signInThrottle.attempt({ userName, user, ip: request.ip }, () =>
        passwordCheck.isRight(allowed, password),
      );
      if (!user || !isRight) {
        signInRecorder.refused(account, { ...REFUSAL, ip: request.ip });
        throw refused(takesSsoOnly(account), severalAccounts);
      }
      const { accountId, accountCode, userId, stamp } = user;
      const next = nextProof(user.secondFactor, deps.clock.now());
      if (next === 'passkey') return replyWithStep(next);
      if (next === 'code') {
        const waiting = { accountId, accountCode, userId, stamp, method: 'password' } as const;
        return replyWithStep(next, await db.transaction((tx) => beginStep(deps, tx, waiting)));
      }
      const actor: Actor = { accountId, userId, ip: request.ip, via: 'web' };
      const before = await sessions.find(db.reader, sessionCookieOf(request.headers['cookie']));
      const begun = await db.transaction(async (tx) => {
        if (before) {
          const old = { accountId: before.account_id, userId: before.user_id, id: before.id };
          await deleteSession(tx, old);
        }
        const made = await sessions.begin(tx, {
          accountId,
          accountCode,
          userId,
          stamp,
          method: 'password',
          ip: request.ip,
          agent: request.headers['user-agent'],
        });
        await audit.append(tx, actor, {
          action: 'session.begin',
          targetType: 'Session',
          targetId: made.id,
          detail: { method: 'password' },
        });
        return made;
      });
      return await replyWithSession(deps, 201, begun);
    },
  });

const REFUSAL = { action: 'session.begin', via: 'web', detail: { method: 'password' } } as const;

function refused(isForSso: boolean, severalAccounts: boolean): AppError {
  const { detail, ...more } = isForSso ? refusedForSso() : refusedSignIn(severalAccounts);
  return sessionRefused(isForSso ? 'sign-in-by-sso' : 'sign-in-refused', detail, more);
}

const maySignIn = ({ userActive, accountActive }: SignIn): boolean => userActive && accountActive;
