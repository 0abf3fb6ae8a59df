import { setTimeout as sleep } from 'node:timers/promises';
import type SqliteDatabase from 'better-sqlite3';
import { checkpointIfDue } from './checkpoint.ts';
import { isRetryable, LOCKED_OUT } from './dialect.ts';
import { StatementCache } from './statement-cache.ts';
import { createWalSync, SYNCS_AT_ONCE, type WalSync } from './wal-sync.ts';

/** Also what nobody waits for is committed after so long: other processes want to write, too. */
const LONGEST_UNAWAITED_MS = 20;
/** How long another process may keep the file to itself before it counts as an outage, in milliseconds. */
const LOCK_PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

export type Ending = 'commit' | 'commit-unawaited' | 'rollback';

/** A transaction that has its turn, until it ends. */
export interface OpenTransaction {
  readonly statements: StatementCache;
  /**
   * Hands the turn on, then waits until what was committed is durable: an unawaited commit leaves that to whoever
   * {@link SqliteWriter.follow follows} it. @throws what the commit ran into; then the transaction is undone
   */
  end(how: Ending): Promise<void>;
}

/** What became of the commits of transactions, which several may share. */
export type Commits = Set<Promise<void>>;

/**
 * The one connection that writes. Transactions run one after the other, each whole by itself. Those that end within one
 * turn of the event loop, or while the disk is busy with two commits before, become durable by one commit, since the disk
 * is most of what a small transaction costs; none is told to have committed before. Between themselves they are
 * savepoints. The disk is waited for on other threads (decision 20).
 */
export class SqliteWriter {
  readonly handle: SqliteDatabase.Database;
  readonly statements: StatementCache;
  readonly #turns = new Turns();
  /** Settles for the transactions that have ended and are not durable yet. */
  #ended: PromiseWithResolvers<void> | undefined;
  #running = false;
  /** Where the transaction that runs notes its commit, when it does not wait for it. */
  #followed: Commits | undefined;
  #scheduled = false;
  /** The commit found a transaction running, or the disk busy, and is left to them. */
  #overdue = false;
  readonly #wal: WalSync;
  #syncs = 0;
  /** Settles once everything committed so far is durable, or never will be. */
  #durable: Promise<void> = Promise.resolve();
  /** Why the disk can't be relied on any more. */
  #failure: unknown;

  readonly #onBegin: () => void;
  readonly #onCommit: () => void;

  /**
   * @param options `onBegin` is called where whoever reads over this connection has to leave it, `onCommit` before
   * anybody is told; `wal` is left out but in tests
   */
  constructor(
    handle: SqliteDatabase.Database,
    options: {
      readonly onBegin?: () => void;
      readonly onCommit?: () => void;
      readonly wal?: WalSync;
    } = {},
  ) {
    this.handle = handle;
    this.statements = new StatementCache(handle);
    this.#wal = options.wal ?? createWalSync(handle);
    this.#onBegin = options.onBegin ?? (() => undefined);
    this.#onCommit = options.onCommit ?? (() => undefined);
  }

  /** Whether no transaction runs or waits for its commit: then the connection is free for others in this turn. */
  get isIdle(): boolean {
    return !this.#running && this.#ended === undefined;
  }

  /** Waits for its turn; the write lock is taken before anything is read. */
  async begin(): Promise<OpenTransaction> {
    const leave = await this.#turns.take();
    try {
      this.requireSound();
    } catch (error) {
      leave();
      throw error;
    }
    this.#followed = undefined;
    this.#onBegin();
    const inside = this.handle.inTransaction;
    try {
      if (inside) this.#take('savepoint one');
      else await this.#lock();
    } catch (error) {
      leave();
      throw error;
    }
    return { statements: this.statements, end: (how) => this.#end(how, inside, leave) };
  }

  /** Another process, a command for instance, may be writing to the same file: its turn ends soon. */
  async #lock(): Promise<void> {
    let waited = 0;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      try {
        this.#take('begin immediate');
        return;
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (waited >= LOCK_PATIENCE_MS) throw lockedOut(error);
      }
      await sleep(pause);
      this.#onBegin();
      waited += pause;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /** @throws when the disk has failed: what can be read may be gone after a restart, and tells nothing any more */
  requireSound(): void {
    if (this.#failure !== undefined) throw outOfOrder(this.#failure);
  }

  /** Of the transaction that has its turn, when it ends unawaited. */
  follow(commits: Commits): void {
    this.#followed = commits;
  }

  /**
   * Commits at once, since no more is to come, and waits until all of them are durable, whoever committed them and when.
   * @throws what one of them ran into
   */
  async settle(commits: Commits): Promise<void> {
    if (this.#ended && commits.has(this.#ended.promise)) {
      if (this.#running) this.#overdue = true;
      else this.#commit();
    }
    await Promise.all(commits);
  }

  close(): void {
    const ended = this.#takeEnded();
    try {
      if (ended && this.#running) throw this.#lost();
      if (ended) this.#commitNow();
      this.#wal.finish();
      ended?.resolve();
    } catch (error) {
      ended?.reject(error);
    }
    this.handle.close();
  }

  async #end(how: Ending, inside: boolean, leave: () => void): Promise<void> {
    let durable: Promise<void> | undefined;
    try {
      if (how === 'rollback') this.#undo(inside);
      else durable = this.#keep(inside, how);
    } finally {
      this.#running = false;
      if (this.#overdue) this.#commit();
      leave();
    }
    if (how === 'commit') await durable;
  }

  #keep(inside: boolean, how: Ending): Promise<void> {
    if (!this.handle.inTransaction) throw this.#lost();
    if (inside) this.#run('release one');
    const ended = this.#ended ?? Promise.withResolvers<void>();
    if (!this.#ended) {
      this.#ended = ended;
      // Whom nobody waits for must not end the process.
      ended.promise.catch(() => undefined);
      setTimeout(() => {
        if (this.#ended === ended) this.#schedule();
      }, LONGEST_UNAWAITED_MS).unref();
    }
    if (how === 'commit') this.#schedule();
    else this.#followed?.add(ended.promise);
    return ended.promise;
  }

  #undo(inside: boolean): void {
    if (!this.handle.inTransaction) {
      this.#lost();
      return;
    }
    if (inside) {
      this.#run('rollback to one');
      this.#run('release one');
    } else {
      this.#run('rollback');
    }
  }

  /** SQLite ends the whole transaction by itself when, for instance, the disk is full. */
  #lost(): Error {
    const error = Object.assign(new Error('The storage undid a transaction.'), {
      code: 'SQLITE_BUSY',
    });
    this.#takeEnded()?.reject(error);
    return error;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#running) this.#overdue = true;
      else this.#commit();
    });
  }

  #commit(): void {
    if (this.#syncs >= SYNCS_AT_ONCE) {
      this.#overdue = true;
      return;
    }
    const ended = this.#takeEnded();
    if (!ended) return;
    try {
      this.#commitNow();
    } catch (error) {
      // A failed COMMIT may have ended the transaction already.
      if (this.handle.inTransaction) this.#run('rollback');
      ended.reject(error);
      return;
    }
    this.#onCommit();
    this.#checkpoint();
    this.#durable = this.#sync(this.#durable);
    this.#durable.then(ended.resolve, ended.reject);
  }

  /** What was committed is in the log, whatever becomes of the file. */
  #checkpoint(): void {
    try {
      checkpointIfDue(this.statements);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** @throws once the disk has failed: a second sync would say that all is well */
  #commitNow(): void {
    this.requireSound();
    this.#run('commit');
  }

  /**
   * @param before what was committed before, which is part of what this commit builds on
   * @throws when the disk did not take this, or anything before: a sync reports an error once, to whoever asks first
   */
  async #sync(before: Promise<void>): Promise<void> {
    this.#syncs += 1;
    try {
      await this.#wal.run();
    } catch (error) {
      // What the disk did not take may be gone although it can still be read (fsync is not to be tried again).
      this.#failure ??= error;
      throw outOfOrder(error);
    } finally {
      this.#syncs -= 1;
      if (this.#overdue && !this.#running) this.#commit();
    }
    await before;
  }

  #takeEnded(): PromiseWithResolvers<void> | undefined {
    const ended = this.#ended;
    this.#ended = undefined;
    this.#overdue = false;
    return ended;
  }

  // At once, since whoever reads in the next microtask must not take the connection to be free.
  #take(sql: string): void {
    this.#run(sql);
    this.#running = true;
  }

  #run(sql: string): void {
    this.statements.get(sql).run();
  }
}

// Not to be tried again: the waiting has been done.
const lockedOut = (cause: unknown): Error =>
  Object.assign(new Error('Another process keeps the storage to itself.', { cause }), {
    code: LOCKED_OUT,
  });

const outOfOrder = (cause: unknown): Error =>
  Object.assign(new Error('The disk failed. Nothing is written until a restart.', { cause }), {
    code: LOCKED_OUT,
  });

/** First come, first served: who takes a turn gets it after everybody before has left. */
class Turns {
  #tail: Promise<void> = Promise.resolve();
  #free = true;
  #waiting = 0;

  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#tail;
    this.#tail = promise;
    if (!this.#free || this.#waiting > 0) {
      this.#waiting += 1;
      await before;
      this.#waiting -= 1;
    }
    this.#free = false;
    return () => {
      this.#free = true;
      resolve();
    };
  }
}
