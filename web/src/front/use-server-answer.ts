import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '#web/api/client.ts';

const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 1000;

/** What the service answered to a question of `key`. */
interface Answer<T> {
  readonly key: string;
  readonly data?: T;
  readonly error?: Error;
}

/**
 * Asks the service when a page is shown, and again for each new `key`. Until the new answer comes the earlier one is
 * returned, with its own key; undefined before the first.
 */
export function useServerAnswer<T>(key: string, ask: () => Promise<T>): Answer<T> | undefined {
  const [answer, setAnswer] = useState<Answer<T>>();
  // The key says what is asked: another function for the same key asks nothing anew.
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    const tell = (next: Answer<T>) => {
      if (isWanted) setAnswer(next);
    };
    void withRetries(
      () => askNow(),
      () => isWanted,
    ).then(
      (data) => tell({ key, data }),
      (error: unknown) => tell({ key, error: asError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return answer;
}

export const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** Asks again only when there was no answer or the server was at its limits: a refusal stays one. */
async function withRetries<T>(ask: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await ask();
    } catch (error) {
      const mayPass = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!mayPass || retry === MAX_RETRIES || !isWanted()) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** retry));
    }
  }
}
