import type { Compilable, Transaction as KyselyTransaction } from 'kysely';
import type { Engine, Reader } from './dialect.ts';
import type { Tables } from './tables.ts';

export type { Engine, Reader } from './dialect.ts';

/** An open transaction. */
export type Tx = KyselyTransaction<Tables>;

/** See {@link Database.transaction}. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export interface ScanOptions {
  /** How long it may run, in milliseconds. */
  readonly deadlineMs?: number;
  /** Called when it has ended, with how long it ran. */
  readonly onRan?: (ms: number) => void;
}

/** What the connections of this node do. SQLite has one, which writes. */
export interface DatabaseLoad {
  readonly used: number;
  readonly idle: number;
  /** Transactions and queries that wait for a connection. */
  readonly waiting: number;
}

/**
 * The storage of a deployment: SQLite in the data directory, or PostgreSQL. This folder knows SQL and the two engines,
 * but no rule of any domain.
 */
export interface Database {
  readonly engine: Engine;
  /** Whether it only reads (FORMSTEAD_READ_ONLY): a transaction that writes throws AppError `read-only`. */
  readonly isReadOnly: boolean;
  /** Single statements outside a transaction. */
  readonly reader: Reader;
  /**
   * Runs `work` in one transaction (READ COMMITTED; BEGIN IMMEDIATE on SQLite) and commits it, or rolls it back when
   * `work` throws. Retries after a serialisation failure, a deadlock or SQLITE_BUSY, so `work` may run more than once:
   * it must contain only SQL, never hashing or network calls.
   */
  readonly transaction: Transaction;
  /**
   * Runs `work`, whose transactions are each atomic but need not be durable before `batch` settles: on SQLite many of
   * them share one sync. Do not acknowledge any of them to a client before `batch` settles.
   * @throws what `work` throws, or the reason why some of them could not be made durable
   */
  batch<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a query that no index answers without stalling other requests: in a reader worker on SQLite (put a column in
   * `within_deadline(…)`, see {@link withinDeadline}), under `statement_timeout` on PostgreSQL. It waits
   * for its turn, ten seconds at most, which do not count (decision 90).
   * @throws AppError `query-too-slow` past the deadline (default 2,000 ms), `busy`
   */
  scan<R>(query: Compilable<R>, options?: ScanOptions): Promise<R[]>;
  /**
   * Runs reads that all see the storage as it is at the first of them, for totals of more rows than one statement should
   * read. On SQLite each read holds up the process: read little at a time, and let others in between (kernel/in-turns.ts).
   */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Waits until everything that can be read is durable. On SQLite, a commit is visible a moment before it is on the
   * disk (decision 20).
   * @throws when the disk did not store it
   */
  settled(): Promise<void>;
  /** Returns what its connections do now. */
  load(): DatabaseLoad;
  /** Fails all pending PostgreSQL queries at once, for a process that has to stop; does nothing on SQLite. */
  abandon(): void;
  /** Returns whether a page of the SQLite file could not be read since it was opened; always false on PostgreSQL. */
  isDamaged(): boolean;
  close(): Promise<void>;
}
