// Who was signed in when there still was a network: the app opens for the same person without one. What the
// server keeps is asked of the server; without an answer only what this device keeps for them can be seen.
import type { Session } from '#sign-in/app-types.ts';

const STORED_AS = 'session';
/** So long without an answer of the service the app opens for somebody: a device that was lost does not open for good. */
const LONGEST_MS = 14 * 86_400_000;

interface Remembered {
  readonly session: Session;
  /** Milliseconds since the epoch, by the clock of the device. */
  readonly at: number;
}

export function rememberSession(session: Session): void {
  const remembered: Remembered = { session, at: Date.now() };
  localStorage.setItem(STORED_AS, JSON.stringify(remembered));
}

/** At sign-out, and when the server says that the session is over. */
export const forgetSession = (): void => localStorage.removeItem(STORED_AS);

/** `too-long-ago`: what the device keeps for the person stays, and is theirs again when they sign in. */
export function rememberedSession(): Session | 'too-long-ago' | undefined {
  const remembered = read();
  if (remembered === undefined) return undefined;
  // Of the future: the clock was put back.
  return Math.abs(Date.now() - remembered.at) < LONGEST_MS ? remembered.session : 'too-long-ago';
}

function read(): Remembered | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null');
    return isRemembered(stored) ? stored : undefined;
  } catch {
    return undefined; // written by something else
  }
}

/** By us: what the browser keeps for this origin nobody else writes. */
const isRemembered = (stored: unknown): stored is Remembered =>
  typeof stored === 'object' && stored !== null && 'session' in stored && 'at' in stored;
