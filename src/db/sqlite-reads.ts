import type SqliteDatabase from 'better-sqlite3';
import { type Statement, StatementCache } from './statement-cache.ts';

/**
 * The connection that reads. What is read in one turn of the event loop is one snapshot: to begin and end one for each
 * statement takes SQLite several calls to the system, as long as a lookup. A commit of this process ends it, so that
 * whoever has written reads it; what another process commits is seen in the next turn.
 */
export class SqliteReads {
  readonly handle: SqliteDatabase.Database;
  readonly #statements: StatementCache;
  #isOpen = false;
  #mark: number | undefined;

  constructor(handle: SqliteDatabase.Database) {
    this.handle = handle;
    this.#statements = new StatementCache(handle);
  }

  /** Undefined for what would write. */
  prepare(sql: string): Statement | undefined {
    const statement = this.#statements.get(sql);
    return statement.readonly ? statement : undefined;
  }

  all(statement: Statement, parameters: readonly unknown[]): unknown[] {
    this.#begin();
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  /** Another number after each commit of whatever connection or process. */
  mark(): number {
    this.#begin();
    this.#mark ??= Number(this.handle.pragma('data_version', { simple: true }));
    return this.#mark;
  }

  /** What is read from now on is as new as can be. */
  renew(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#mark = undefined;
    this.#statements.get('commit').run();
  }

  #begin(): void {
    // Not where the connection writes as well, and has a transaction of its own.
    if (this.#isOpen || this.handle.inTransaction) return;
    this.#statements.get('begin').run();
    this.#isOpen = true;
    setImmediate(() => this.renew());
  }

  close(): void {
    this.renew();
    this.handle.close();
  }
}
