// Who was signed in when there still was a network: the app opens for the same person without one. What the
// server keeps is asked of the server; without an answer only what this device keeps for them can be seen.
import type { Session } from '#account/app-types.ts';

const STORED_AS = 'session';

export const rememberSession = (session: Session): void =>
  localStorage.setItem(STORED_AS, JSON.stringify(session));

/** At sign-out, and when the server says that the session is over. */
export const forgetSession = (): void => localStorage.removeItem(STORED_AS);

export function rememberedSession(): Session | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') ?? undefined;
  } catch {
    return undefined; // written by something else
  }
}
