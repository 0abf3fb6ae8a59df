// Records whether the device has stored what the screen shows. The screen must never say so before it is true.

export interface Keeping {
  /** Something was typed that is not on the disk yet. */
  readonly isKeeping: boolean;
  /** The device could not store something: it may be full. */
  readonly hasFailed: boolean;
  /** The edit count of the draft that was stored last: a draft with fewer edits was read before that. */
  readonly edits: number;
}

interface KeepingLog {
  now(): Keeping;
  note(news: Partial<Keeping>): void;
  /** @returns a function that stops listening */
  listen(listener: () => void): () => void;
}

/**
 * Holds the state outside of React, which may delay updates: a change here is rendered before anything else happens.
 */
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
