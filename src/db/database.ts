import type { Compilable, Transaction as KyselyTransaction } from 'kysely';
import type { Engine, Reader } from './dialect.ts';
import type { Tables } from './tables.ts';

export type { Engine, Reader } from './dialect.ts';

/** An open transaction. */
export type Tx = KyselyTransaction<Tables>;

/** See {@link Database.transaction}. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * The storage of a deployment: SQLite in the data directory, or PostgreSQL. This folder knows SQL
 * and the two engines; it knows no rule of any domain.
 */
export interface Database {
  readonly engine: Engine;
  /** Single statements outside a transaction. */
  readonly reader: Reader;
  /**
   * Runs `work` in one transaction (READ COMMITTED; BEGIN IMMEDIATE on SQLite) and commits, or rolls
   * back when it throws. Tries again after a serialisation failure, a deadlock or SQLITE_BUSY, so
   * `work` may run more than once: it holds only SQL, never hashing or network.
   */
  readonly transaction: Transaction;
  /**
   * Runs `work` with transactions of which each is whole by itself, but which need not be durable before `batch`
   * settles: on SQLite many of them share one wait for the disk. Nothing of them may be told to anybody before.
   * @throws what `work` throws, or why some of them could not be made durable
   */
  batch<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs a query that no index answers where it can't stall others: a reader worker on SQLite (name
   * a column in `within_deadline(…)`, see {@link withinDeadline}), `statement_timeout` on PostgreSQL.
   * @throws AppError `query-too-slow` past the deadline (2,000 ms unless given), `busy`.
   */
  scan<R>(query: Compilable<R>, options?: { readonly deadlineMs?: number }): Promise<R[]>;
  /**
   * Waits until everything that can be read is durable. On SQLite a commit can be read a moment before the disk has it
   * (decision 20). @throws when the disk did not take it
   */
  settled(): Promise<void>;
  /** Fails whatever waits for PostgreSQL at once, for a process that has to stop; on SQLite nothing does. */
  abandon(): void;
  /** A page of the SQLite file could not be read since it was opened; PostgreSQL looks after its own. */
  isDamaged(): boolean;
  close(): Promise<void>;
}
