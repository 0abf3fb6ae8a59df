import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { CHALLENGE_MS, makeChallenge, SIGN_IN_PURPOSE } from '#sign-in/passkeys/challenge.store.ts';
import { PasskeyRequestOptions } from '#sign-in/passkeys/passkey.shapes.ts';
import { relyingPartyOf } from '#sign-in/passkeys/relying-party.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/passkeys/begin: returns a challenge for an authenticator to sign, for any user. */
export const beginPasskeySignIn = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/passkeys/begin',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Begin to sign in, or to confirm, with a passkey',
      tag: 'Passkeys',
      description:
        'The challenge is valid once, within five minutes. It does not list passkeys. The authenticator offers those that it has for this site.',
      responses: {
        200: { description: 'The options for the authenticator.', schema: PasskeyRequestOptions },
      },
    },
    async handle() {
      const challenge = makeChallenge(deps, SIGN_IN_PURPOSE);
      const body: PasskeyRequestOptions = {
        challenge,
        rpId: relyingPartyOf(deps.publicUrl()).id,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
      };
      return { status: 200, body };
    },
  });
