import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { addedBy, CHALLENGE_MS, makeChallenge } from '#sign-in/passkeys/challenge.store.ts';
import { PasskeyCreationOptions } from '#sign-in/passkeys/passkey.shapes.ts';
import { selectPasskeys } from '#sign-in/passkeys/passkey.store.ts';
import { relyingPartyOf, SIGNATURES, userHandleOf } from '#sign-in/passkeys/relying-party.ts';
import { requirePasswordAllowed } from '#sign-in/require-password-allowed.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/me/passkeys/begin: returns the options with which an authenticator creates a passkey. */
export const beginPasskey = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/me/passkeys/begin',
    confirmed: true,
    lackingSecondFactor: true,
    doc: {
      summary: 'Begin to add a passkey',
      tag: 'Passkeys',
      description: 'The challenge is valid once, within five minutes, for this user.',
      responses: {
        200: { description: 'The options for the authenticator.', schema: PasskeyCreationOptions },
        409: 'sso only',
      },
    },
    async handle({ principal }) {
      const { db, directory, publicUrl } = deps;
      const { accountId, userId } = principal;
      const user = await directory.readUser(db.reader, accountId, userId, 'all');
      if (!user) throw fail('session-ended', 'Your session has ended. Sign in again.');
      await requirePasswordAllowed(deps, db.reader, accountId, userId);
      const known = await selectPasskeys(db.reader, principal);
      const challenge = makeChallenge(deps, addedBy(accountId, userId));
      const { userName } = user;
      const body: PasskeyCreationOptions = {
        challenge,
        rp: { name: 'Formstead', id: relyingPartyOf(publicUrl()).id },
        user: {
          id: userHandleOf(accountId, userId),
          name: userName,
          displayName: userName,
        },
        pubKeyCredParams: SIGNATURES.map((alg) => ({ alg, type: 'public-key' })),
        timeout: CHALLENGE_MS,
        excludeCredentials: known.map(({ credential_id: id }) => ({ id, type: 'public-key' })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
      return { status: 200, body };
    },
  });
