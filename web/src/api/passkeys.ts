// Passkeys (WebAuthn). The library that talks to authenticators is loaded when somebody uses one.
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

/** Returns whether this browser supports passkeys. */
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

/** Signs in the user that the authenticator names. */
export async function signInByPasskey(): Promise<void> {
  await call('POST', '/app/v1/passkeys/sign-in', await askAuthenticator());
  await startAnew();
}

/** Confirms the person's identity with a passkey instead of the password, before a sensitive action. */
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

/** The session says whether its user has a passkey, so it is read again too. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(passkeysQuery),
    queryClient.invalidateQueries(sessionQuery),
  ]);
}

/**
 * Runs a ceremony of the authenticator. The browser does not say why one failed, so there are only two errors.
 * @throws ApiError `passkey-known` when the authenticator already has a passkey for this user, else `passkey-stopped`
 */
async function worded<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new ApiError(0, { code: isKnown ? 'passkey-known' : 'passkey-stopped' });
  }
}
