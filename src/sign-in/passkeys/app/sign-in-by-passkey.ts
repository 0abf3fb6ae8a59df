import { sessionCookieOf, sessionRefused } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import type { Actor } from '#kernel/actor.ts';
import type { AppError } from '#kernel/errors.ts';
import { PasskeyAssertion } from '#sign-in/passkeys/assertion.shapes.ts';
import { checkAssertion } from '#sign-in/passkeys/check-assertion.ts';
import { parseUserHandle } from '#sign-in/passkeys/relying-party.ts';
import { Session } from '#sign-in/sessions/session.shapes.ts';
import { deleteSession } from '#sign-in/sessions/session.store.ts';
import { replyWithSession } from '#sign-in/sessions/session-reply.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/passkeys/sign-in: signs a person in with a passkey. */
export const signInByPasskey = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/passkeys/sign-in',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 32_768,
    doc: {
      summary: 'Sign in with a passkey',
      tag: 'Passkeys',
      description:
        'Sets the session cookie and ends an earlier session of the browser. The answer is the same for every cause of failure.',
      body: PasskeyAssertion,
      responses: {
        201: {
          description: 'Signed in.',
          schema: Session,
          headers: { 'Set-Cookie': 'The session.' },
        },
        401: { description: 'The passkey is not accepted.' },
      },
    },
    async handle(request) {
      const { db, sessions, audit, signInRecorder } = deps;
      const { ip, headers } = request;
      const assertion = parseInput(PasskeyAssertion, request.body);
      const holder = await checkAssertion(deps, assertion);
      if (!holder) {
        signInRecorder.refused(await accountOf(deps, assertion), { ...REFUSAL, ip });
        throw refused();
      }
      if (holder.bySsoOnly) {
        signInRecorder.refused({ accountId: holder.accountId, user: holder }, { ...REFUSAL, ip });
        throw bySsoOnly();
      }
      const { accountId, accountCode, userId, stamp, passkeyId } = holder;
      const before = await sessions.find(db.reader, sessionCookieOf(headers['cookie']));
      const begun = await db.transaction(async (tx) => {
        if (!(await holder.use(tx))) throw refused();
        if (before) {
          const old = { accountId: before.account_id, userId: before.user_id, id: before.id };
          await deleteSession(tx, old);
        }
        const agent = headers['user-agent'];
        const who = { accountId, accountCode, userId, stamp, ip, agent } as const;
        const proved = { method: 'passkey', secondFactorShown: true } as const;
        const made = await sessions.begin(tx, { ...who, ...proved });
        const actor: Actor = { accountId, userId, ip, via: 'web' };
        await audit.append(tx, actor, {
          action: 'session.begin',
          targetType: 'Session',
          targetId: made.id,
          detail: { method: 'passkey', passkey: passkeyId },
        });
        return made;
      });
      return await replyWithSession(deps, 201, begun);
    },
  });

const REFUSAL = { action: 'session.begin', via: 'web', detail: { method: 'passkey' } } as const;

/** Returns the account and the user to record a refusal for: those that the authenticator named, if they exist. */
async function accountOf({ db, directory }: SignInDeps, { userHandle }: PasskeyAssertion) {
  const of = parseUserHandle(userHandle);
  const known = of && (await directory.readUser(db.reader, of.accountId, of.userId, 'all'));
  return of && known && { accountId: of.accountId, user: of };
}

const bySsoOnly = (): AppError =>
  sessionRefused(
    'sign-in-by-sso',
    'Your organisation allows single sign-on only. Sign in with its identity provider. Passwords and passkeys work for break-glass admins only.',
  );

const refused = (): AppError =>
  sessionRefused(
    'sign-in-refused',
    'The passkey is not known here, or was not accepted. Try again, or sign in another way.',
    { because: { reason: 'passkey-unknown' } },
  );
