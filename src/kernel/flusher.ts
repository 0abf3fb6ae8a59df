/** Writes every now and then what has gathered. */
export interface Flusher {
  /** Resolves when all that had gathered is written. */
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

/**
 * Calls `write` at an interval that keeps no process alive, one call after the other.
 * @param onError hears of a failure at the interval; who calls `flush` hears of its own.
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
