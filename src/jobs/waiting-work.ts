/** What waits in a queue. Times are in milliseconds since the epoch. */
export interface WaitingWork {
  /** Entries that are not done, those to be tried again among them. */
  readonly count: number;
  /** When the oldest of them was queued; undefined if there is none. */
  readonly oldestAt: number | undefined;
  /** When the longest due one became due; undefined if none is queued. In the future, it is not due yet. */
  readonly dueAt: number | undefined;
}

/** The longest that counting a queue may take. */
export const COUNT_DEADLINE_MS = 1000;

/** A row of counts, as both engines return it. */
export interface WaitingRow {
  readonly count: number;
  /** The id of the oldest; ids begin with their time. */
  readonly first: string | null;
  readonly due: number | null;
}
