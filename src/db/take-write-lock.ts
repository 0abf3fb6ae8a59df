import type { Input } from './commit-queue.ts';
import { isRetryable } from './dialect.ts';
import { lockedOut } from './write-failures.ts';

/** How long another process may lock the file before that counts as an outage, in milliseconds. */
const LOCK_PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

interface Locking {
  /** Begins a transaction of SQLite. @throws Error, a retryable one while another process has the lock */
  begin(): void;
  /** Returns whether the storage is closing, so that waiting has no use. */
  isClosing(): boolean;
  /** Receives the answer to `begin` of the commit queue, if it was not returned. */
  answer(input: Input): void;
}

/**
 * Takes the write lock, and tries again while another process, for instance a command, writes to the same file.
 * @returns the answer to `begin` of the commit queue if it is known at once
 */
export function takeWriteLock({ begin, isClosing, answer }: Locking): Input | undefined {
  const attempt = (waited: number, pause: number): Input | undefined => {
    try {
      begin();
      return { type: 'begun' };
    } catch (cause) {
      if (!isRetryable(cause)) return { type: 'not-begun', cause };
      const isOver = waited >= LOCK_PATIENCE_MS || isClosing();
      if (isOver) return { type: 'not-begun', cause: lockedOut(cause) };
    }
    setTimeout(() => {
      const known = attempt(waited + pause, Math.min(pause * 2, LONGEST_PAUSE_MS));
      if (known) answer(known);
    }, pause);
    return undefined;
  };
  return attempt(0, FIRST_PAUSE_MS);
}
