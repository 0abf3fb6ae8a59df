// A session may end while somebody is typing. The screen for filling in a form keeps all input on the device, so it
// says that the session has ended and stays; every other screen leads to the sign-in screen.
import { useSyncExternalStore } from 'react';

const ANYBODY = 'anybody';

/** The user whose session has ended; `anybody` for the user of this screen. */
let ended: string | undefined;
const listeners = new Set<() => void>();

const set = (whose: string | undefined) => {
  ended = whose;
  for (const listener of listeners) listener();
};

const isFilling = (): boolean => /^\/forms\/[^/]+\/fill$/.test(location.pathname);

/**
 * Marks the session as ended: the server knows no session by this browser's cookie any more, or that of another user.
 */
export const markSessionEnded = (userId = ANYBODY): void => set(userId);

/** Marks the session as valid again after a sign-in. */
export const markSessionStarted = (): void => set(undefined);

export function useSessionEnded(userId: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended === ANYBODY || ended === userId,
  );
}

const SECOND_FACTOR = '/second-factor';
const LEAVING_MS = 1000;

/**
 * A screen sends several requests at once, and each of them is refused: leaving a second time would cancel the first
 * navigation.
 */
let isLeaving = false;
/** The problem of a refusal that arrived meanwhile, in case the screen is still open afterwards. */
let refusedMeanwhile: string | undefined;

/** Leads to the sign-in screen, which leads back here afterwards. */
export function leaveForSignIn(problem: string): void {
  if (location.pathname === '/sign-in') return;
  if (isFilling()) {
    markSessionEnded();
    return;
  }
  if (isLeaving) {
    refusedMeanwhile = problem;
    return;
  }
  isLeaving = true;
  setTimeout(stillHere, LEAVING_MS);
  // Loading a new document drops all data that the session has read.
  location.replace(signInPath(problem));
}

/** Leads to setting up a second factor: the organisation now requires one and refuses everything else until then. */
export function leaveForSecondFactor(): void {
  if (isFilling() || location.pathname === SECOND_FACTOR) return;
  location.replace(SECOND_FACTOR);
}

/**
 * Runs when the screen is still open: the person cancelled the browser's question about unsaved changes, or something
 * else stopped the navigation.
 */
function stillHere(): void {
  isLeaving = false;
  const problem = refusedMeanwhile;
  refusedMeanwhile = undefined;
  if (problem !== undefined) leaveForSignIn(problem);
}

/** Returns the address of the sign-in screen, which leads back here afterwards. */
export function signInPath(problem: string): string {
  const to = location.pathname + location.search;
  return `/sign-in?${new URLSearchParams({ to, problem })}`;
}
