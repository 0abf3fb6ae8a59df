// The signed-in person's authenticator app and its codes.
import { queryOptions } from '@tanstack/react-query';
import type { RecoveryCodes, SecondFactor, SecondFactorOffer } from '#sign-in/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { SESSIONS } from './me.ts';
import { queryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const OWN = '/app/v1/me/second-factor';

export const secondFactorQuery = queryOptions({
  queryKey: [OWN],
  queryFn: () => get<SecondFactor>(OWN),
});

/** Returns a secret for an authenticator app. Nothing changes until `addApp`. */
export const beginApp = (): Promise<SecondFactorOffer> =>
  confirmed(() => call('POST', `${OWN}/begin`));

/**
 * Turns on the second factor and returns the recovery codes. The session is not read again until `refreshApp`, so that
 * the screen can show the codes first.
 */
export async function addApp(offer: string, code: string): Promise<readonly string[]> {
  const { recoveryCodes } = await confirmed(() =>
    call<RecoveryCodes>('POST', OWN, { offer, code }),
  );
  return recoveryCodes;
}

export async function renewRecoveryCodes(): Promise<readonly string[]> {
  const renew = () => call<RecoveryCodes>('POST', `${OWN}/recovery-codes`);
  return (await confirmed(renew)).recoveryCodes;
}

export async function removeApp(): Promise<void> {
  await confirmed(() => call('DELETE', OWN));
  await refreshApp();
}

export async function refreshApp(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(secondFactorQuery),
    queryClient.invalidateQueries({ queryKey: [SESSIONS] }),
    queryClient.invalidateQueries(sessionQuery),
  ]);
}
