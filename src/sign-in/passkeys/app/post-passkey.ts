import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { askedLocale } from '#kernel/locale.ts';
import { holdUser } from '#sign-in/hold-user.store.ts';
import {
  addedBy,
  type OpenChallenge,
  openChallenge,
  useChallenge,
} from '#sign-in/passkeys/challenge.store.ts';
import { NewPasskeyBody, Passkey } from '#sign-in/passkeys/passkey.shapes.ts';
import { insertPasskey, selectPasskeys } from '#sign-in/passkeys/passkey.store.ts';
import { toPasskey } from '#sign-in/passkeys/passkey-item.ts';
import {
  challengeIn,
  loadWebauthn,
  relyingPartyOf,
  SIGNATURES,
} from '#sign-in/passkeys/relying-party.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import { notifyUser } from '#sign-in/second-factor/notify-user.ts';
import { recordShownFactor } from '#sign-in/sessions/session.store.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

const MOST_PASSKEYS = 20;

/** POST /app/v1/me/passkeys: adds a passkey that an authenticator has just created. */
export const postPasskey = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/passkeys',
    confirmed: true,
    lackingSecondFactor: true,
    body: NewPasskeyBody,
    doc: {
      summary: 'Add a passkey',
      tag: 'Passkeys',
      description:
        'Notifies the user by mail. If the account requires a second factor, sessions that began with only a password end.',
      responses: {
        201: { description: 'Added.', schema: Passkey },
        400: {
          description: `The person has ${MOST_PASSKEYS} already, or the body is not as described.`,
        },
        409: {
          description:
            'The passkey does not answer a challenge of this user, or is already known. Or the account allows single sign-on only.',
        },
      },
    },
    async handle(request) {
      const input = request.body;
      const { db, clock, ids, audit } = deps;
      const { accountId, userId, sessionId } = request.principal;
      const text = challengeIn(input.clientDataJSON) ?? '';
      const challenge = openChallenge(deps, text, addedBy(accountId, userId));
      const credential = challenge && (await verify(deps, input, challenge));
      if (!credential) throw refused();
      const row = {
        account_id: accountId,
        id: ids.next(),
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        name: input.name,
        created_at: clock.now(),
        last_used_at: null,
      };
      await db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if (!(await holdUser(tx, accountId, userId))) {
          throw fail('session-ended', 'Your session has ended. Sign in again.');
        }
        await requirePasswordAllowed(deps, tx, accountId, userId);
        if ((await selectPasskeys(tx, { accountId, userId })).length >= MOST_PASSKEYS) {
          throw fail(
            'too-many',
            `A person can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
            {
              because: { reason: 'most-items', limit: MOST_PASSKEYS },
            },
          );
        }
        if (!(await useChallenge(tx, challenge))) throw refused();
        if (!(await insertPasskey(tx, row))) throw refused();
        await recordShownFactor(tx, { accountId, userId, id: sessionId });
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'passkey.create',
          targetType: 'Passkey',
          targetId: row.id,
          detail: { name: input.name },
        });
        const language = askedLocale(request.headers['accept-language']);
        await notifyUser(deps, tx, { accountId, userId }, { kind: 'passkey-added' }, language);
      });
      return { status: 201, body: toPasskey(row) };
    },
  });

/** Checks the registration (WebAuthn 3 §7.1). Returns undefined when it is refused. */
async function verify(
  deps: SignInDeps,
  { id, clientDataJSON, attestationObject }: NewPasskeyBody,
  challenge: OpenChallenge,
) {
  const party = relyingPartyOf(deps.publicUrl());
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.text,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...SIGNATURES],
    });
    return registrationInfo?.credential;
  } catch {
    return undefined; // The library throws for every fault in the client's data.
  }
}

const refused = (): AppError =>
  fail('passkey-refused', 'The passkey was not accepted. Start again.');
