import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint, Request, SessionPrincipal } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { askedLocale } from '#kernel/locale.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import { fromBase32 } from '#sign-in/second-factor/base32.ts';
import { notifyUser } from '#sign-in/second-factor/notify-user.ts';
import { openOffer } from '#sign-in/second-factor/offer.ts';
import { parseCode } from '#sign-in/second-factor/recovery-codes.ts';
import { renewRecoveryCodes } from '#sign-in/second-factor/renew-recovery-codes.ts';
import { secondFactorContext } from '#sign-in/second-factor/sealed-secrets.ts';
import { NewSecondFactorBody, RecoveryCodes } from '#sign-in/second-factor/second-factor.shapes.ts';
import { replaceSecondFactor } from '#sign-in/second-factor/second-factor.store.ts';
import { acceptedStep } from '#sign-in/second-factor/totp.ts';
import { deleteSessionsOf, recordShownFactor } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/me/second-factor: sets up an app that showed a right code; sign-ins ask for its codes from then on. */
export const postSecondFactor = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/second-factor',
    confirmed: true,
    lackingSecondFactor: true,
    body: NewSecondFactorBody,
    maxBodyBytes: 4096,
    doc: {
      summary: 'Set up an authenticator app',
      tag: 'Second factor',
      description:
        'Replaces an earlier app and its recovery codes. Ends all other sessions of the user.',
      responses: {
        201: { description: 'Set up.', schema: RecoveryCodes },
        409: {
          description:
            'The code does not match the secret, or the secret has expired (`code-mismatch`). Or the account allows single sign-on only.',
        },
      },
    },
    async handle(request) {
      const { offer, code } = request.body;
      const { db, seal, clock } = deps;
      const secret = openOffer(seal, request.principal, offer, clock.now());
      const step = secret && stepOf(secret, code, clock.now());
      if (secret === undefined || step === undefined || step === '') {
        throw fail(
          'code-mismatch',
          'The code is wrong. Check the time on the device with the app, and enter the code it shows now.',
          { at: 'code' },
        );
      }
      const recoveryCodes = await db.transaction((tx) =>
        store(deps, tx, request, { secret, step }),
      );
      const body: RecoveryCodes = { recoveryCodes: [...recoveryCodes] };
      return { status: 201, body };
    },
  });

function stepOf(secret: string, text: string, now: number): number | undefined {
  const key = fromBase32(secret);
  const typed = parseCode(text);
  if (!key || typed?.kind !== 'app') return undefined;
  return acceptedStep(key, typed.code, { now, last: -1 });
}

/** Stores the app and ends the user's other sessions. @returns the recovery codes. */
async function store(
  deps: SignInDeps,
  tx: Tx,
  request: Request<SessionPrincipal>,
  { secret, step }: { readonly secret: string; readonly step: number },
): Promise<readonly string[]> {
  const { seal, clock, audit } = deps;
  const { accountId, userId, sessionId } = request.principal;
  const of = { accountId, userId };
  await lockAccount(tx, accountId);
  if (!(await holdUser(tx, accountId, userId))) {
    throw fail('session-ended', 'Your session has ended. Sign in again.');
  }
  await requirePasswordAllowed(deps, tx, accountId, userId);
  await replaceSecondFactor(tx, {
    account_id: accountId,
    user_id: userId,
    secret: seal.seal(secondFactorContext(accountId, userId), secret),
    last_step: step,
    created_at: clock.now(),
  });
  const codes = await renewRecoveryCodes(deps, tx, of);
  await deleteSessionsOf(tx, accountId, userId, sessionId);
  await recordShownFactor(tx, { accountId, userId, id: sessionId });
  const about = { targetType: 'User', targetId: userId };
  await audit.append(tx, actorOf(request, 'web'), { action: 'second-factor.set-up', ...about });
  await notifyUser(
    deps,
    tx,
    of,
    { kind: 'set-up' },
    askedLocale(request.headers['accept-language']),
  );
  return codes;
}
