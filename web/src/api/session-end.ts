// A session may end while somebody is typing. Where everything typed is kept on the device they are told,
// and stay; everywhere else they are led to the sign-in page.
import { useSyncExternalStore } from 'react';

const ANYBODY = 'anybody';

/** Whose session; `anybody` for that of who sees the page. */
let ended: string | undefined;
const listeners = new Set<() => void>();

const set = (whose: string | undefined) => {
  ended = whose;
  for (const listener of listeners) listener();
};

const isFilling = (): boolean => /^\/forms\/[^/]+\/fill$/.test(location.pathname);

/** The server knows nobody by the cookie of this browser any more, or somebody other than this person. */
export const markSessionEnded = (userId = ANYBODY): void => set(userId);

/** Somebody has signed in. */
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

/** A page asks for several things at once, and each is refused: a second leaving would break off the first. */
let isLeaving = false;
/** Why once more, when the page is still there after that. */
let refusedMeanwhile: string | undefined;

/** Whoever was signed out elsewhere, or too long ago, signs in again and comes back. */
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
  // A new page forgets all that the session saw.
  location.replace(signInPath(problem));
}

/** The organisation asks for a second factor by now, and takes nothing else. */
export function leaveForSecondFactor(): void {
  if (isFilling() || location.pathname === SECOND_FACTOR) return;
  location.replace(SECOND_FACTOR);
}

/** They chose to stay, when the browser asked about what is not saved, or something else broke the leaving off. */
function stillHere(): void {
  isLeaving = false;
  const problem = refusedMeanwhile;
  refusedMeanwhile = undefined;
  if (problem !== undefined) leaveForSignIn(problem);
}

/** Where to sign in, to come back here afterwards. */
export function signInPath(problem: string): string {
  const to = location.pathname + location.search;
  return `/sign-in?${new URLSearchParams({ to, problem })}`;
}
