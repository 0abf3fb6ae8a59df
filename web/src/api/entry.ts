// The ways into a session. They are called by pages that do without the rest of the app.
import type { Session, SignInStep } from '#sign-in/app-types.ts';
import { assertion } from './authenticator.ts';
import { call } from './client.ts';

/** What the person has to show beside the password; undefined: they are signed in. */
export type NextStep = SignInStep['next'] | undefined;

const nextOf = (answer: Session | SignInStep): NextStep =>
  'next' in answer ? answer.next : undefined;

export async function signIn(userName: string, password: string): Promise<NextStep> {
  return nextOf(await call('POST', '/app/v1/session', { userName, password }));
}

/** After the password. */
export async function signInByCode(code: string): Promise<void> {
  await call('POST', '/app/v1/session/code', { code });
}

/** The person whom the authenticator names. */
export async function signInByPasskey(): Promise<void> {
  await call('POST', '/app/v1/passkeys/sign-in', await assertion());
}

/** Sets the password that a one-time link is for, and signs in. */
export async function redeemLink(token: string, password: string): Promise<NextStep> {
  return nextOf(await call('POST', '/app/v1/links/redeem', { token, password }));
}
