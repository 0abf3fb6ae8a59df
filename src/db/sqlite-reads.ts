import type SqliteDatabase from 'better-sqlite3';
import type { DamageWatch } from './damage-watch.ts';
import type { SqliteWriter } from './sqlite-writer.ts';
import { type Statement, StatementCache } from './statement-cache.ts';

/**
 * Reads outside of transactions. They use the connection that writes, unless a transaction runs on it: each commit
 * makes the other connections of SQLite drop their page cache, and with a million users, reading those pages again is
 * most of the cost of the next lookups (decision 33). While a transaction runs, reads use a connection of their own,
 * which does not see the transaction, and never wait.
 *
 * All reads of one connection in one turn of the event loop share a snapshot: to begin and end one per statement costs
 * SQLite several system calls, as long as a lookup. A commit of this process ends the snapshot, so that a writer reads
 * its own writes; commits of other processes become visible in the next turn.
 */
export class SqliteReads {
  readonly #own: StatementCache;
  readonly #writer: SqliteWriter;
  readonly #watch: DamageWatch | undefined;
  /** The connections that have an open snapshot. */
  readonly #open = new Set<StatementCache>();
  #ownCommits = 0;
  #mark: number | undefined;

  /**
   * @param handle a connection for reads; that of the writer if nothing writes
   * @param writer has to call {@link release} and {@link committed}
   * @param watch is told of damaged pages
   */
  constructor(handle: SqliteDatabase.Database, writer: SqliteWriter, watch?: DamageWatch) {
    this.#own = handle === writer.handle ? writer.statements : new StatementCache(handle);
    this.#writer = writer;
    this.#watch = watch;
  }

  /**
   * Returns the rows; undefined for a statement that would write.
   * @param isLongScan keeps the pages of the scan from displacing those that lookups have in memory
   * @throws when the disk has failed
   */
  read(sql: string, parameters: readonly unknown[], isLongScan = false): unknown[] | undefined {
    this.#writer.requireSound();
    try {
      const connection = isLongScan ? this.#own : this.#connection();
      const statement = connection.get(sql);
      if (!statement.readonly) return undefined;
      this.#begin(connection);
      return rowsOf(statement, parameters);
    } catch (error) {
      this.#watch?.observe(error);
      throw error;
    }
  }

  /** Returns a number that changes after each commit of any connection or process. */
  mark(): number {
    this.#writer.requireSound();
    this.#begin(this.#connection());
    this.#mark ??= this.#countCommits();
    return this.#mark;
  }

  /** Ends the snapshot of the connection that writes, which is about to begin a transaction. */
  release(): void {
    const { statements } = this.#writer;
    if (this.#open.delete(statements)) leave(statements);
  }

  /** Ends all snapshots, so that the next reads see what the connection that writes has just committed. */
  committed(): void {
    this.#ownCommits += 1;
    this.#end();
  }

  #connection(): StatementCache {
    return this.#writer.isIdle ? this.#writer.statements : this.#own;
  }

  #begin(connection: StatementCache): void {
    if (this.#open.has(connection)) return;
    if (this.#open.size === 0) setImmediate(() => this.#end());
    // The mark is read before the snapshot begins: data that looks older than it is gets read again, never the reverse.
    if (connection === this.#own) this.#mark ??= this.#countCommits();
    connection.get('begin').run();
    this.#open.add(connection);
  }

  /** SQLite counts for each connection the commits of all others (sqlite.org/pragma.html#pragma_data_version). */
  #countCommits(): number {
    const ofOthers = this.#writer.statements.get('pragma data_version').pluck().get();
    return this.#ownCommits + Number(ofOthers);
  }

  #end(): void {
    const open = [...this.#open];
    this.#open.clear();
    this.#mark = undefined;
    for (const connection of open) leave(connection);
  }

  close(): void {
    this.#end();
    this.#own.handle.close();
  }
}

/**
 * Ends a snapshot. A disk that fails during a read may have ended it already, and a damaged page makes the commit fail;
 * the reader has had that error. Rolling back reads loses nothing.
 */
function leave(connection: StatementCache): void {
  const { handle } = connection;
  if (!handle.inTransaction) return;
  try {
    connection.get('commit').run();
  } catch {
    if (handle.inTransaction) connection.get('rollback').run();
  }
}

function rowsOf(statement: Statement, parameters: readonly unknown[]): unknown[] {
  if (statement.reader) return statement.all(...parameters);
  statement.run(...parameters);
  return [];
}
