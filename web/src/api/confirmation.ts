// The server performs a sensitive action only if the person has confirmed their identity within the last minutes.
// `confirmed` wraps such a request: it opens the dialog if needed and then sends the request again.
import { ApiError } from './client.ts';

interface Question {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The person closed the dialog, so the action was not performed. It is not an error to report. */
export class Declined extends Error {}

let ask: ((question: Question) => void) | undefined;
/** Asked before the dialog was loaded: somebody may be faster than that. */
let waiting: Question | undefined;

/** Registers the dialog that asks, and hands it what was asked before. @returns a function that removes it */
export function answerWith(dialog: (question: Question) => void): () => void {
  ask = dialog;
  if (waiting !== undefined) dialog(waiting);
  waiting = undefined;
  return () => {
    ask = undefined;
  };
}

/** Runs the request, and again after a confirmation if the server requires one. @throws Declined */
export async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isWanted = error instanceof ApiError && error.code === 'confirmation-needed';
    if (!isWanted) throw error;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (ask === undefined) waiting = { resolve, reject };
    else ask({ resolve, reject });
    await promise;
    return await act();
  }
}
