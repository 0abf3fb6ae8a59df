import type SqliteDatabase from 'better-sqlite3';
import { createFairQueue } from '#kernel/fair-queue.ts';
import { behalf } from '#kernel/on-behalf.ts';
import { createLogMover, isFailedSync, isLogLong, type LogMover } from './checkpoint.ts';
import {
  type CommitFailure,
  type CommitQueue,
  type Delay,
  type Effect,
  EMPTY_QUEUE,
  type Ending,
  type Input,
  isFree,
  step,
} from './commit-queue.ts';
import { StatementCache } from './statement-cache.ts';
import { takeWriteLock } from './take-write-lock.ts';
import { createWalSync, type WalSync } from './wal-sync.ts';
import { errorOf } from './write-failures.ts';

/** Transactions that no caller waits for are committed after this time, because other processes need to write, too. */
const LONGEST_UNAWAITED_MS = 20;

/** A transaction that has its turn and has not ended. */
export interface OpenTransaction {
  readonly statements: StatementCache;
  /**
   * Passes the turn on, then waits until the commit is durable. After an unawaited commit, the caller of {@link
   * SqliteWriter.settle} waits instead.
   * @throws Error when the transaction was undone or may not be durable
   */
  end(how: Ending): Promise<void>;
}

/** The outcomes of transactions, by number. */
export type Commits = Map<number, Promise<void>>;

/**
 * The one connection that writes. Each transaction is atomic, and many share one commit and one sync. The commit queue
 * decides when a transaction begins, commits and is answered (decision 42); this class carries its decisions out.
 */
export class SqliteWriter {
  readonly handle: SqliteDatabase.Database;
  readonly statements: StatementCache;
  readonly #wal: WalSync;
  readonly #log: LogMover;
  readonly #onBegin: () => void;
  readonly #onCommit: () => void;
  readonly #onClose: () => void;
  #queue: CommitQueue = EMPTY_QUEUE;
  #lastId = 0;
  /** Transactions that wait for their turn. */
  readonly #turns = new Map<number, PromiseWithResolvers<void>>();
  /** Those that the commit queue does not know yet: it knows one, and accounts and their people take turns. */
  readonly #next = createFairQueue<number>();
  /** Transactions that ended and whose outcome is open. */
  readonly #outcomes = new Map<number, PromiseWithResolvers<void>>();
  /** Where the outcome of the transaction that has its turn is added, if it ends unawaited. */
  #followed: Commits | undefined;
  #closed: PromiseWithResolvers<void> | undefined;

  /**
   * @param options `onBegin` is called before a transaction, when reads must leave this connection; `onCommit` before
   * any caller is answered; `onClose` before the connection is closed. Only tests pass `wal` and `log`.
   */
  constructor(
    handle: SqliteDatabase.Database,
    options: {
      readonly onBegin?: () => void;
      readonly onCommit?: () => void;
      readonly onClose?: () => void;
      readonly wal?: WalSync;
      readonly log?: LogMover;
    } = {},
  ) {
    this.handle = handle;
    this.statements = new StatementCache(handle);
    this.#wal = options.wal ?? createWalSync(handle);
    this.#log = options.log ?? createLogMover(handle.name);
    this.#onBegin = options.onBegin ?? (() => undefined);
    this.#onCommit = options.onCommit ?? (() => undefined);
    this.#onClose = options.onClose ?? (() => undefined);
  }

  /**
   * Whether no transaction runs or awaits its commit, so that reads can use the connection in this turn of the event
   * loop.
   */
  get isIdle(): boolean {
    return isFree(this.#queue);
  }

  /** How many transactions wait for their turn. */
  get waiting(): number {
    return this.#turns.size;
  }

  /** Waits for its turn. Takes the write lock before anything is read. */
  async begin(): Promise<OpenTransaction> {
    this.#lastId += 1;
    const id = this.#lastId;
    const turn = Promise.withResolvers<void>();
    this.#turns.set(id, turn);
    this.#next.push(behalf(), id);
    this.#feedNext();
    await turn.promise;
    return { statements: this.statements, end: (how) => this.#end(id, how) };
  }

  /** @throws Error when the disk has failed: data that can still be read may be lost after a restart */
  requireSound(): void {
    const { failure } = this.#queue;
    if (failure) throw errorOf(failure);
  }

  /**
   * Adds the outcome of the transaction that has its turn to `commits`, once it ends unawaited. Has no effect on the
   * transactions after it.
   */
  follow(commits: Commits): void {
    this.#followed = commits;
  }

  /**
   * Commits at once, since no more transactions follow, and waits until all of `commits` are durable, even those that
   * something else has committed already.
   * @throws Error of the first that failed
   */
  async settle(commits: Commits): Promise<void> {
    if (commits.size > 0) this.#feed({ type: 'settle', ids: [...commits.keys()] });
    await Promise.all(commits.values());
  }

  /**
   * Refuses waiting transactions, lets the open one end, makes ended ones durable, answers all callers, and closes the
   * connection.
   */
  close(): Promise<void> {
    if (this.#closed) return this.#closed.promise;
    this.#closed = Promise.withResolvers<void>();
    this.#feed({ type: 'close' });
    return this.#closed.promise;
  }

  async #end(id: number, how: Ending): Promise<void> {
    const followed = this.#followed;
    this.#followed = undefined;
    const outcome = Promise.withResolvers<void>();
    if (how !== 'rollback') this.#outcomes.set(id, outcome);
    // An outcome that no caller awaits must not end the process as an unhandled rejection.
    outcome.promise.catch(() => undefined);
    this.#feed({ type: 'end', how });
    if (how === 'rollback') return;
    const isUndone = !this.#outcomes.has(id);
    if (how === 'commit' || isUndone) await outcome.promise;
    else followed?.set(id, outcome.promise);
  }

  #feed(first: Input): void {
    this.#step(first);
    this.#feedNext();
  }

  /** Has one transaction wait in the commit queue, which would otherwise commit because it believes to be the last. */
  #feedNext(): void {
    while (this.#queue.waiting.length === 0) {
      const next = this.#next.begin();
      if (!next) return;
      this.#next.end(next.owner);
      this.#step({ type: 'begin', id: next.item });
    }
  }

  #step(first: Input): void {
    let input: Input | undefined = first;
    while (input) {
      const { queue, effects } = step(this.#queue, input);
      this.#queue = queue;
      input = undefined;
      for (const effect of effects) input = this.#obey(effect);
    }
  }

  /** Carries out an effect. Returns its answer if that is known at once. */
  #obey(effect: Effect): Input | undefined {
    switch (effect.do) {
      case 'begin':
        return effect.isInside ? this.#beginInside() : this.#lock();
      case 'keep':
      case 'undo':
        return this.#leave(effect);
      case 'commit':
        return this.#commit();
      case 'checkpoint':
        return this.#checkpoint();
      case 'sync':
        this.#sync();
        return undefined;
      case 'rollback':
        if (this.handle.inTransaction) this.#run('rollback');
        return undefined;
      case 'wake':
        this.#wake(effect.delay);
        return undefined;
      case 'shut':
        this.#shut().then(this.#closed?.resolve, this.#closed?.reject);
        return undefined;
      default:
        this.#answer(effect);
        return undefined;
    }
  }

  #answer(effect: Extract<Effect, { readonly do: 'admit' | 'refuse' | 'acknowledge' }>): void {
    if (effect.do === 'acknowledge') {
      for (const id of effect.ids) conclude(this.#outcomes, id, effect.failure);
    } else {
      conclude(this.#turns, effect.id, effect.do === 'refuse' ? effect.failure : undefined);
    }
  }

  #beginInside(): Input {
    try {
      this.#run('savepoint one');
      return { type: 'begun' };
    } catch (cause) {
      return { type: 'not-begun', cause };
    }
  }

  #lock(): Input | undefined {
    return takeWriteLock({
      begin: () => {
        this.#onBegin();
        this.#run('begin immediate');
      },
      isClosing: () => this.#closed !== undefined,
      answer: (input) => this.#feed(input),
    });
  }

  #leave({ do: what, isInside }: Extract<Effect, { readonly do: 'keep' | 'undo' }>): Input {
    try {
      if (!this.handle.inTransaction) return { type: 'undone', cause: undefined };
      if (what === 'undo') this.#run(isInside ? 'rollback to one' : 'rollback');
      if (isInside) this.#run('release one');
      return { type: 'left' };
    } catch (cause) {
      return { type: 'undone', cause };
    }
  }

  #commit(): Input {
    try {
      this.#wal.open();
      this.#run('commit');
    } catch (cause) {
      return { type: 'not-committed', cause, isDiskFailed: isFailedSync(cause) };
    }
    this.#onCommit();
    return { type: 'committed' };
  }

  #checkpoint(): Input | undefined {
    if (!isLogLong(this.statements)) return { type: 'checkpointed' };
    this.#log.move().then(
      () => this.#feed({ type: 'checkpointed' }),
      (cause: unknown) =>
        // Other errors, such as a full disk, are retried after the next commit.
        this.#feed(
          isFailedSync(cause) ? { type: 'not-checkpointed', cause } : { type: 'checkpointed' },
        ),
    );
    return undefined;
  }

  #sync(): void {
    this.#wal.run().then(
      () => this.#feed({ type: 'synced' }),
      (cause: unknown) => this.#feed({ type: 'not-synced', cause }),
    );
  }

  #wake(delay: Delay): void {
    const ring = (): void => this.#feed({ type: 'timer', delay });
    if (delay === 'soon') setImmediate(ring);
    else setTimeout(ring, LONGEST_UNAWAITED_MS).unref();
  }

  async #shut(): Promise<void> {
    this.#onClose();
    this.#wal.close();
    await this.#log.close();
    // Closing the last connection moves the rest of the log into the database file.
    this.handle.close();
  }

  #run(sql: string): void {
    this.statements.get(sql).run();
  }
}

/** Resolves the promise of a transaction, or rejects it after a failure. */
function conclude(
  promises: Map<number, PromiseWithResolvers<void>>,
  id: number,
  failure: CommitFailure | undefined,
): void {
  const promise = promises.get(id);
  promises.delete(id);
  if (failure) promise?.reject(errorOf(failure));
  else promise?.resolve();
}
