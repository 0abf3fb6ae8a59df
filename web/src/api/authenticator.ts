// What the server asks of a passkey, the authenticator answers. The library that speaks with authenticators is loaded when
// somebody uses one.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiError, call } from './client.ts';

/** Whether this browser can use passkeys at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Has the person prove by a passkey who they are. @throws ApiError with a code of our own when they don't */
export async function assertion() {
  const begun = call<PublicKeyCredentialRequestOptionsJSON>('POST', '/app/v1/passkeys/begin');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await begun;
  return assertionOf(await worded(() => startAuthentication({ optionsJSON })));
}

function assertionOf({ id, response }: AuthenticationResponseJSON) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** An authenticator says little of why it did not go on. @throws ApiError with a code of our own. */
export async function worded<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiError(0, { code: isKnown ? 'passkey-known' : 'passkey-stopped' });
  }
}
