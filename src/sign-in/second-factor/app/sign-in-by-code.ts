import { cookieOf, sessionCookieOf, sessionRefused, setSessionCookie } from '#http/browser.ts';
import { type Endpoint, endpoint, type Request } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { Actor } from '#kernel/actor.ts';
import type { AppError } from '#kernel/errors.ts';
import { askedLocale } from '#kernel/locale.ts';
import { deletePasskeysOf } from '#sign-in/passkeys/passkey.store.ts';
import { forgetStep, STEP_COOKIE } from '#sign-in/second-factor/begin-step.ts';
import { checkCode, type RightCode } from '#sign-in/second-factor/check-code.ts';
import { notifyOfUsedCode } from '#sign-in/second-factor/notify-user.ts';
import { CodeBody } from '#sign-in/second-factor/second-factor.shapes.ts';
import {
  countTry,
  findStep,
  type OpenStep,
  takeStep,
} from '#sign-in/second-factor/sign-in-step.store.ts';
import { Session } from '#sign-in/sessions/session.shapes.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import { parseSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/session/code: signs a person in with a code, after the password. */
export const signInByCode = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/session/code',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 4096,
    doc: {
      summary: 'Sign in with a code, after the password',
      tag: 'Session',
      description:
        'Only the browser that sent the password can use it, within five minutes and with at most five codes. A code is valid once. Sets the session cookie and ends an earlier session of the browser.',
      body: CodeBody,
      responses: {
        201: {
          description: 'Signed in.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session cookie. The cookie of the first step is removed.' },
        },
        401: {
          description:
            'The code is wrong or was used before (`code-refused`; `triesLeft` says how many codes may still be tried), or the password must be entered again (`sign-in-step-ended`).',
        },
        503: { description: 'Too many codes are being checked at the moment.' },
      },
    },
    async handle(request) {
      const { code } = parseInput(CodeBody, request.body);
      const cookie = parseSessionCookie(cookieOf(STEP_COOKIE, request.headers['cookie']));
      const step = cookie && (await open(deps, cookie));
      if (!step) throw ended();
      const right = await checkCode(deps, step, code, request);
      if (!right) throw refuse(deps, step, request.ip);
      const begun = await begin(deps, request, { ...step, ...cookie }, right);
      const reply = await replyWithSession(deps, 201, begun);
      const cookies = [setSessionCookie(begun.cookie)['set-cookie'], forgetStep()];
      return { status: 201, issued: begun.cookie, cookies, body: reply.body };
    },
  });

interface StepCookie {
  readonly accountCode: string;
  readonly hash: string;
}

/** Counts a try before the code is checked, so that sending codes in parallel gains nothing. */
async function open(
  { db, clock }: SignInDeps,
  { accountCode, hash }: StepCookie,
): Promise<OpenStep | undefined> {
  const step = await findStep(db.reader, accountCode, hash, clock.now());
  if (!step) return undefined;
  const isCounted = await db.transaction((tx) => countTry(tx, step.accountId, hash));
  return isCounted ? step : undefined;
}

function refuse({ signInRecorder }: SignInDeps, step: OpenStep, ip: string): AppError {
  const detail = { method: step.method, reason: 'wrong-code' } as const;
  const target = { accountId: step.accountId, user: step };
  signInRecorder.refused(target, { action: 'session.begin', via: 'web', ip, detail });
  return refused(step.triesLeft - 1);
}

async function begin(
  deps: SignInDeps,
  { ip, headers }: Request<undefined>,
  step: OpenStep & StepCookie,
  right: RightCode,
) {
  const { db, directory, sessions, audit } = deps;
  const { accountId, accountCode, userId, stamp, method, hash } = step;
  const before = await sessions.find(db.reader, sessionCookieOf(headers['cookie']));
  return await db.transaction(async (tx) => {
    if (!(await takeStep(tx, accountId, hash))) throw ended();
    // Single sign-on may have become the only way in since the password was checked.
    if (await directory.signsInBySsoOnly(tx, accountId, userId)) throw ended();
    if (!(await right.use(tx))) throw refused(step.triesLeft - 1);
    if (before) {
      const old = { accountId: before.account_id, userId: before.user_id, id: before.id };
      await deleteSession(tx, old);
    }
    // Somebody else may have added them before the link. One by mail alone was not enough to remove them.
    const removed = method === 'link' ? await deletePasskeysOf(tx, { accountId, userId }) : 0;
    const agent = headers['user-agent'];
    const who = { accountId, accountCode, userId, stamp, method, ip, agent } as const;
    const made = await sessions.begin(tx, { ...who, secondFactorShown: true });
    const actor: Actor = { accountId, userId, ip, via: 'web' };
    await audit.append(tx, actor, {
      action: 'session.begin',
      targetType: 'Session',
      targetId: made.id,
      detail: {
        method,
        secondFactor: right.kind,
        ...(removed > 0 && { passkeysRemoved: removed }),
      },
    });
    if (right.kind === 'recovery-code') {
      const language = askedLocale(headers['accept-language']);
      await notifyOfUsedCode(deps, tx, { accountId, userId }, language);
    }
    return made;
  });
}

const refused = (triesLeft: number): AppError =>
  sessionRefused(
    'code-refused',
    triesLeft === 0
      ? 'The code is wrong or was used before. That was the last try: sign in again.'
      : `The code is wrong or was used before. Wait for the next code of your app, or use a recovery code. Tries left: ${triesLeft}.`,
    {
      at: 'code',
      extra: { triesLeft },
      ...(triesLeft === 0 && { because: { reason: 'last-try' } }),
    },
  );

const ended = (): AppError =>
  sessionRefused(
    'sign-in-step-ended',
    'That took too long, or too many codes were wrong. Sign in again.',
  );
