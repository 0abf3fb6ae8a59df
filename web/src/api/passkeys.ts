// Passkeys: what the server asks, the authenticator answers. The library that speaks with authenticators is loaded
// when somebody uses one.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import type { Passkey, PasskeyList, Session } from '#sign-in/app-types.ts';
import { confirmed } from '../identity/confirmation.ts';
import { ApiError, call, get } from './client.ts';
import { ownSessionsQuery } from './me.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery, startAnew } from './session.ts';

const OWN = '/app/v1/me/passkeys';

export const passkeysQuery = queryOptions({
  queryKey: [OWN],
  queryFn: () => get<PasskeyList>(OWN),
});

/** Whether this browser can use them at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

export async function addPasskey(name: string): Promise<Passkey> {
  const optionsJSON = await confirmed(() =>
    call<PublicKeyCredentialCreationOptionsJSON>('POST', `${OWN}/begin`),
  );
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, response } = await worded(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject } = response;
  const body = { name, id, clientDataJSON, attestationObject };
  const added = await call<Passkey>('POST', OWN, body);
  await refresh();
  return added;
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await call('PATCH', `${OWN}/${id}`, { name });
  await queryClient.invalidateQueries(passkeysQuery);
}

export async function removePasskey(id: string): Promise<void> {
  await confirmed(() => call('DELETE', `${OWN}/${id}`));
  await refresh();
  await queryClient.invalidateQueries(ownSessionsQuery);
}

/** Whoever the authenticator says it is. */
export async function signInByPasskey(): Promise<void> {
  await call('POST', '/app/v1/passkeys/sign-in', await askAuthenticator());
  await startAnew();
}

/** In the place of the password, before something sensitive. */
export async function confirmByPasskey(): Promise<void> {
  const passkey = await askAuthenticator();
  const session = await call<Session>('POST', '/app/v1/session/confirm', { passkey });
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

async function askAuthenticator() {
  const begun = call<PublicKeyCredentialRequestOptionsJSON>('POST', '/app/v1/passkeys/begin');
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await begun;
  return assertionOf(await worded(() => startAuthentication({ optionsJSON })));
}

function assertionOf({ id, response }: AuthenticationResponseJSON) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** Whether one has a passkey is part of the session. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(passkeysQuery),
    queryClient.invalidateQueries(sessionQuery),
  ]);
}

/** An authenticator says little of why it did not go on. @throws ApiError with a code of our own. */
async function worded<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiError(0, { code: isKnown ? 'passkey-known' : 'passkey-stopped' });
  }
}
