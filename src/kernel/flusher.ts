/** Writes collected data periodically. */
export interface Flusher {
  /** Resolves when everything collected so far is written. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/**
 * Calls `write` at an interval that does not keep the process alive, one call at a time.
 * @param onError called for failures at the interval; the caller of `flush` gets its own
 */
export function createFlusher(
  write: () => Promise<void>,
  everyMs: number,
  onError: (error: unknown) => void,
): Flusher {
  let last: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    last = last.then(write, write);
    return last;
  };
  const timer = setInterval(() => void flush().catch(onError), everyMs);
  timer.unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
