// The passkeys (WebAuthn) of the person who is signed in.
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import type { Passkey, PasskeyList, Session } from '#sign-in/app-types.ts';
import { assertion, worded } from './authenticator.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { SESSIONS } from './me.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';
import { signInOptions } from './sign-in.ts';

const OWN = '/app/v1/me/passkeys';

export const passkeysQuery = queryOptions({
  queryKey: [OWN],
  queryFn: () => get<PasskeyList>(OWN),
});

/** Reads the ways to sign in, passkeys among others. */
export const waysInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: () => signInOptions(),
});

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
  await queryClient.invalidateQueries({ queryKey: [SESSIONS] });
}

/** Confirms the person's identity with a passkey instead of the password, before a sensitive action. */
export async function confirmByPasskey(): Promise<void> {
  const passkey = await assertion();
  const session = await call<Session>('POST', '/app/v1/session/confirm', { passkey });
  queryClient.setQueryData(sessionQuery.queryKey, session);
}

/** The session says whether its user has a passkey, so it is read again too. */
async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(passkeysQuery),
    queryClient.invalidateQueries(sessionQuery),
  ]);
}
