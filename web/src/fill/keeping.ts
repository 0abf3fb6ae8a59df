// Whether this device has what is on the page: what is said of it must never be ahead of the disk.

export interface Keeping {
  /** Something was typed that is not on the disk yet. */
  readonly isKeeping: boolean;
  /** The device did not keep something: it may be full. */
  readonly hasFailed: boolean;
  /** Of the draft as it was kept last: one with fewer was read before that. */
  readonly edits: number;
}

interface KeepingLog {
  now(): Keeping;
  note(news: Partial<Keeping>): void;
  /** @returns how to stop listening */
  listen(listener: () => void): () => void;
}

/** Outside of React's own state, whose changes may wait: a change here is on the page before anything else happens. */
export function keepingLog(): KeepingLog {
  let state: Keeping = { isKeeping: false, hasFailed: false, edits: 0 };
  const listeners = new Set<() => void>();
  return {
    now: () => state,
    note(news) {
      const next = { ...state, ...news };
      const { isKeeping, hasFailed, edits } = next;
      const isSame =
        isKeeping === state.isKeeping && hasFailed === state.hasFailed && edits === state.edits;
      if (isSame) return;
      state = next;
      for (const listener of listeners) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
