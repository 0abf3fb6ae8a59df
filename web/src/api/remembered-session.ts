// Remembers the session, so that the app opens for the same person without a network. Data of the server needs the
// server; without it the person sees only what this device keeps for them.
import type { Session } from '#sign-in/app-types.ts';

const STORED_AS = 'session';
/** The app opens without an answer of the server for this long only, so that a lost device does not open for ever. */
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

/** Called at sign-out, and when the server says that the session has ended. */
export const forgetSession = (): void => localStorage.removeItem(STORED_AS);

/**
 * Returns the session; `too-long-ago` when it may no longer open the app. Its data stays on the device, and is there
 * again when the person signs in.
 */
export function rememberedSession(): Session | 'too-long-ago' | undefined {
  const remembered = read();
  if (remembered === undefined) return undefined;
  // A time in the future means that the clock was set back.
  return Math.abs(Date.now() - remembered.at) < LONGEST_MS ? remembered.session : 'too-long-ago';
}

function read(): Remembered | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null');
    return isRemembered(stored) ? stored : undefined;
  } catch {
    return undefined; // not JSON, so not written by this app
  }
}

/** Checks the outer shape only: no other origin can write here. */
const isRemembered = (stored: unknown): stored is Remembered =>
  typeof stored === 'object' && stored !== null && 'session' in stored && 'at' in stored;
