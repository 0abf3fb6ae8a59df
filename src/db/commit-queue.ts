/**
 * Decides when transactions of the one connection that writes begin, commit and are answered (decision 42). The queue
 * is a pure state machine: it takes inputs, returns effects and does no I/O. `sqlite-writer.ts` carries the effects
 * out. `commit-queue.test.ts` explores every order of inputs.
 *
 * Transactions run one after the other. Those that end before the next commit share it; until then, they are savepoints
 * of one transaction of SQLite. After a commit, the log is synced. One sync runs at a time.
 */
export interface CommitQueue {
  /** Transactions that wait for their turn, in order of arrival. */
  readonly waiting: readonly number[];
  readonly turn: Turn | undefined;
  /** Transactions that ended and wait for their commit. */
  readonly ended: readonly number[];
  /** Whether `ended` is to be committed as soon as the connection and the disk are free. */
  readonly isDue: boolean;
  readonly committing: 'commit' | 'checkpoint' | undefined;
  /** Transactions that are committed but may not be durable yet. */
  readonly committed: readonly number[];
  readonly isSyncing: boolean;
  readonly isSoonSet: boolean;
  readonly isLaterSet: boolean;
  /** The reason why nothing is written or read any more. */
  readonly failure: CommitFailure | undefined;
  readonly closing: 'asked' | 'done' | undefined;
}

/** How a transaction ends. The caller of a `commit-unawaited` does not wait for the commit yet. */
export type Ending = 'commit' | 'commit-unawaited' | 'rollback';

interface Turn {
  readonly id: number;
  /** Whether the transaction is a savepoint, because others have ended and are not committed. */
  readonly isInside: boolean;
  readonly step: 'begin' | 'open' | Ending;
}

/**
 * `disk`: a sync failed. `undone`: SQLite rolled back everything since the last commit. `commit`: the commit failed.
 * `begin`: the transaction could not begin. `closed`: the storage is closing.
 */
export interface CommitFailure {
  readonly why: 'disk' | 'undone' | 'commit' | 'begin' | 'closed';
  readonly cause?: unknown;
}

/** `soon` is the end of this turn of the event loop, `later` some milliseconds from now. */
export type Delay = 'soon' | 'later';

export type Input =
  | { readonly type: 'begin'; readonly id: number }
  /** Answers `begin`. */
  | { readonly type: 'begun' }
  | { readonly type: 'not-begun'; readonly cause: unknown }
  | { readonly type: 'end'; readonly how: Ending }
  /** Answers `keep` and `undo`. */
  | { readonly type: 'left' }
  | { readonly type: 'undone'; readonly cause: unknown }
  /** A caller now waits for these transactions. */
  | { readonly type: 'settle'; readonly ids: readonly number[] }
  | { readonly type: 'timer'; readonly delay: Delay }
  /** Answers `commit`. */
  | { readonly type: 'committed' }
  | { readonly type: 'not-committed'; readonly cause: unknown; readonly isDiskFailed: boolean }
  /** Answers `checkpoint`. */
  | { readonly type: 'checkpointed' }
  | { readonly type: 'not-checkpointed'; readonly cause: unknown }
  /** Answers `sync`. */
  | { readonly type: 'synced' }
  | { readonly type: 'not-synced'; readonly cause: unknown }
  | { readonly type: 'close' };

/** What to do, in this order. Only the last effect of a step can have an answer. */
export type Effect =
  /** Takes the write lock, which may take a while, or a savepoint. */
  | { readonly do: 'begin'; readonly isInside: boolean }
  | { readonly do: 'admit'; readonly id: number }
  | { readonly do: 'refuse'; readonly id: number; readonly failure: CommitFailure }
  | { readonly do: 'keep' | 'undo'; readonly isInside: boolean }
  /** Rolls back everything since the last commit, unless SQLite already has. */
  | { readonly do: 'rollback' }
  | { readonly do: 'wake'; readonly delay: Delay }
  /** `checkpoint` moves the log into the database file when it is long, `sync` makes the log durable. */
  | { readonly do: 'commit' | 'checkpoint' | 'sync' }
  /** Tells transactions that they are durable or, with a failure, that they are not. */
  | {
      readonly do: 'acknowledge';
      readonly ids: readonly number[];
      readonly failure?: CommitFailure;
    }
  | { readonly do: 'shut' };

export interface CommitStep {
  readonly queue: CommitQueue;
  readonly effects: readonly Effect[];
}

export const EMPTY_QUEUE: CommitQueue = {
  waiting: [],
  turn: undefined,
  ended: [],
  isDue: false,
  committing: undefined,
  committed: [],
  isSyncing: false,
  isSoonSet: false,
  isLaterSet: false,
  failure: undefined,
  closing: undefined,
};

/**
 * Returns whether no transaction is open on the connection, so that reads may use it in this turn of the event loop.
 */
export function isFree({ turn, ended }: CommitQueue): boolean {
  return ended.length === 0 && (turn === undefined || (turn.step === 'begin' && !turn.isInside));
}

/**
 * Applies an input, then starts what has become possible.
 * @throws Error for an input that is impossible in this state, which is a bug of the caller
 */
export function step(queue: CommitQueue, input: Input): CommitStep {
  const { queue: next, effects } = take(queue, input);
  const more = proceed(next);
  return { queue: more.queue, effects: [...effects, ...more.effects] };
}

function take(queue: CommitQueue, input: Input): CommitStep {
  switch (input.type) {
    case 'begin':
      return beginOne(queue, input.id);
    case 'begun':
      return begun(queue, turnOf(queue));
    case 'not-begun':
      return refuse({ ...queue, turn: undefined }, [turnOf(queue).id], {
        why: 'begin',
        cause: input.cause,
      });
    case 'end':
      return endOne(queue, turnOf(queue), input.how);
    case 'left':
      return left({ ...queue, turn: undefined }, turnOf(queue));
    case 'undone':
      return undone(queue, turnOf(queue), input.cause);
    case 'settle':
      return { queue: demand(queue, input.ids), effects: [] };
    case 'timer':
      return { queue: demand(rung(queue, input.delay), queue.ended), effects: [] };
    case 'committed':
      return {
        queue: {
          ...queue,
          ended: [],
          isDue: false,
          committing: 'checkpoint',
          committed: queue.ended,
        },
        effects: [{ do: 'checkpoint' }],
      };
    case 'not-committed':
      return notCommitted({ ...queue, committing: undefined }, input);
    case 'checkpointed':
      return {
        queue: { ...queue, committing: undefined, isSyncing: true },
        effects: [{ do: 'sync' }],
      };
    case 'not-checkpointed':
      return fail({ ...queue, committing: undefined }, input.cause);
    case 'synced':
      return {
        queue: { ...queue, isSyncing: false, committed: [] },
        effects: acknowledge(queue.committed),
      };
    case 'not-synced':
      return fail({ ...queue, isSyncing: false }, input.cause);
    case 'close':
      return refuse(
        { ...queue, waiting: [], closing: queue.closing ?? 'asked' },
        queue.waiting,
        CLOSED,
      );
  }
}

const CLOSED: CommitFailure = { why: 'closed' };

/** Starts what can start now: a commit that is due, the next turn, or the shutdown. */
function proceed(queue: CommitQueue): CommitStep {
  const { turn, committing, ended, isDue, closing, isSyncing } = queue;
  if (turn !== undefined || committing !== undefined) return { queue, effects: [] };
  const [id, ...waiting] = queue.waiting;
  if (ended.length > 0 && !isSyncing && (isDue || closing !== undefined)) {
    return { queue: { ...queue, committing: 'commit' }, effects: [{ do: 'commit' }] };
  }
  if (id !== undefined) {
    const isInside = ended.length > 0;
    return {
      queue: { ...queue, waiting, turn: { id, isInside, step: 'begin' } },
      effects: [{ do: 'begin', isInside }],
    };
  }
  if (closing === 'asked' && ended.length === 0 && !isSyncing) {
    return { queue: { ...queue, closing: 'done' }, effects: [{ do: 'shut' }] };
  }
  return { queue, effects: [] };
}

/** Returns why no transaction may begin; undefined when one may. */
const refusalOf = ({ failure, closing }: CommitQueue): CommitFailure | undefined =>
  failure ?? (closing === undefined ? undefined : CLOSED);

function beginOne(queue: CommitQueue, id: number): CommitStep {
  const refusal = refusalOf(queue);
  if (refusal) return refuse(queue, [id], refusal);
  return { queue: { ...queue, waiting: [...queue.waiting, id] }, effects: [] };
}

function begun(queue: CommitQueue, turn: Turn): CommitStep {
  const refusal = refusalOf(queue);
  if (!refusal) {
    return {
      queue: { ...queue, turn: { ...turn, step: 'open' } },
      effects: [{ do: 'admit', id: turn.id }],
    };
  }
  const { effects } = refuse(queue, [turn.id], refusal);
  return { queue: { ...queue, turn: undefined }, effects: [{ do: 'rollback' }, ...effects] };
}

function endOne(queue: CommitQueue, turn: Turn, how: Ending): CommitStep {
  const { failure } = queue;
  if (failure) {
    const acknowledged = how === 'rollback' ? [] : acknowledge([turn.id], failure);
    return { queue: { ...queue, turn: undefined }, effects: [{ do: 'rollback' }, ...acknowledged] };
  }
  return {
    queue: { ...queue, turn: { ...turn, step: how } },
    effects: [{ do: how === 'rollback' ? 'undo' : 'keep', isInside: turn.isInside }],
  };
}

/**
 * Handles a transaction that left its turn. Its commit waits for the end of the turn of the event loop, so that others
 * can share it; while a sync runs, it waits for that in any case.
 */
function left(queue: CommitQueue, { id, step: how }: Turn): CommitStep {
  if (how === 'rollback') return { queue, effects: [] };
  const next = { ...queue, ended: [...queue.ended, id] };
  if (how === 'commit') {
    if (queue.isSyncing) return { queue: { ...next, isDue: true }, effects: [] };
    if (queue.isSoonSet) return { queue: next, effects: [] };
    return { queue: { ...next, isSoonSet: true }, effects: [{ do: 'wake', delay: 'soon' }] };
  }
  if (queue.isLaterSet) return { queue: next, effects: [] };
  return { queue: { ...next, isLaterSet: true }, effects: [{ do: 'wake', delay: 'later' }] };
}

/** Handles a transaction that SQLite ended by itself, for instance because the disk is full. */
function undone(queue: CommitQueue, { id, step: how }: Turn, cause: unknown): CommitStep {
  const lost = how === 'rollback' ? queue.ended : [...queue.ended, id];
  return {
    queue: { ...queue, turn: undefined, ended: [], isDue: false },
    effects: [{ do: 'rollback' }, ...acknowledge(lost, { why: 'undone', cause })],
  };
}

function demand(queue: CommitQueue, ids: readonly number[]): CommitQueue {
  if (queue.isDue || !ids.some((id) => queue.ended.includes(id))) return queue;
  return { ...queue, isDue: true };
}

const rung = (queue: CommitQueue, delay: Delay): CommitQueue =>
  delay === 'soon' ? { ...queue, isSoonSet: false } : { ...queue, isLaterSet: false };

function notCommitted(
  queue: CommitQueue,
  { cause, isDiskFailed }: { readonly cause: unknown; readonly isDiskFailed: boolean },
): CommitStep {
  if (isDiskFailed) return fail(queue, cause);
  return {
    queue: { ...queue, ended: [], isDue: false },
    effects: [{ do: 'rollback' }, ...acknowledge(queue.ended, { why: 'commit', cause })],
  };
}

/**
 * Stops all reads and writes. After a failed sync, a page may be lost although it can still be read, and the next sync
 * would report success (fsync(2)). Therefore every waiting caller gets the failure. An open transaction is rolled back
 * when it ends.
 */
function fail(queue: CommitQueue, cause: unknown): CommitStep {
  const failure: CommitFailure = queue.failure ?? { why: 'disk', cause };
  const { waiting, turn, ended, committed } = queue;
  const isOpen = turn === undefined && ended.length > 0;
  const next = { ...queue, waiting: [], ended: [], isDue: false, committed: [], failure };
  const { effects } = refuse(next, waiting, failure);
  return {
    queue: next,
    effects: [
      ...(isOpen ? [{ do: 'rollback' } as const] : []),
      ...acknowledge([...committed, ...ended], failure),
      ...effects,
    ],
  };
}

function refuse(queue: CommitQueue, ids: readonly number[], failure: CommitFailure): CommitStep {
  return { queue, effects: ids.map((id) => ({ do: 'refuse', id, failure })) };
}

function acknowledge(ids: readonly number[], failure?: CommitFailure): readonly Effect[] {
  if (ids.length === 0) return [];
  return [failure ? { do: 'acknowledge', ids, failure } : { do: 'acknowledge', ids }];
}

function turnOf({ turn }: CommitQueue): Turn {
  if (turn === undefined) throw new Error('No transaction has its turn.');
  return turn;
}
