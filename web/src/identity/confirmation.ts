// A sensitive act wants the person to have proved who they are within the last minutes. Whoever sends
// one wraps it here: the dialog asks, and the act is sent again.
import { ApiError } from '../api/client.ts';

interface Question {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** The person closed the dialog: the act was not done, and nothing has to be said about it. */
export class Declined extends Error {}

let ask: ((question: Question) => void) | undefined;

/** The one dialog that asks. @returns what takes it away again. */
export function answerWith(dialog: (question: Question) => void): () => void {
  ask = dialog;
  return () => {
    ask = undefined;
  };
}

/** Does it, after a question when the server wants one. @throws Declined */
export async function confirmed<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isWanted = error instanceof ApiError && error.code === 'confirmation-needed';
    if (!isWanted || ask === undefined) throw error;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ask({ resolve, reject });
    await promise;
    return await act();
  }
}
