import type SqliteDatabase from 'better-sqlite3';
import type { DamageWatch } from './damage-watch.ts';
import type { SqliteWriter } from './sqlite-writer.ts';
import { type Statement, StatementCache } from './statement-cache.ts';

/**
 * Reads outside of transactions. They go over the connection that writes, unless a transaction runs on it: each commit
 * makes the other connections of SQLite forget every page they know, and with a million users most of what the next
 * lookups cost is to read those again. While a transaction runs they go over a connection of their own, where nothing
 * of it is seen, and never wait.
 *
 * What is read in one turn of the event loop over one connection is one snapshot: to begin and end one for each
 * statement takes SQLite several calls to the system, as long as a lookup. A commit of this process ends it, so that
 * whoever has written reads it; what another process commits is seen in the next turn.
 */
export class SqliteReads {
  readonly #own: StatementCache;
  readonly #writer: SqliteWriter;
  readonly #watch: DamageWatch | undefined;
  /** Where a snapshot is open. */
  readonly #open = new Set<StatementCache>();
  #ownCommits = 0;
  #mark: number | undefined;

  /**
   * @param handle of its own; that of the writer where nobody writes
   * @param writer which has to tell {@link release} and {@link committed}
   * @param watch hears of damaged pages; left out: nobody does
   */
  constructor(handle: SqliteDatabase.Database, writer: SqliteWriter, watch?: DamageWatch) {
    this.#own = handle === writer.handle ? writer.statements : new StatementCache(handle);
    this.#writer = writer;
    this.#watch = watch;
  }

  /**
   * The rows; undefined for what would write.
   * @throws when the disk has failed
   * @param passing of a long walk: what it reads must not stay in memory where lookups have theirs
   */
  read(sql: string, parameters: readonly unknown[], passing = false): unknown[] | undefined {
    this.#writer.requireSound();
    try {
      const connection = passing ? this.#own : this.#connection();
      const statement = connection.get(sql);
      if (!statement.readonly) return undefined;
      this.#begin(connection);
      return rowsOf(statement, parameters);
    } catch (error) {
      this.#watch?.heard(error);
      throw error;
    }
  }

  /** Another number after each commit of whatever connection or process. */
  mark(): number {
    this.#writer.requireSound();
    this.#begin(this.#connection());
    this.#mark ??= this.#countCommits();
    return this.#mark;
  }

  /** The connection that writes is about to begin a transaction. */
  release(): void {
    const { statements } = this.#writer;
    if (this.#open.delete(statements)) leave(statements);
  }

  /** What is read from now on has what the connection that writes has just committed. */
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
    // Before this snapshot: what is thought older than it is will be read again, and not the other way round.
    if (connection === this.#own) this.#mark ??= this.#countCommits();
    connection.get('begin').run();
    this.#open.add(connection);
  }

  /** SQLite counts for each connection what others have committed (sqlite.org/pragma.html#pragma_data_version). */
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
 * Ends a snapshot. A disk that fails in the middle of a read may have ended it already; a damaged page keeps it from ending as
 * usual, and whoever read was told. Of reads nothing is lost by undoing them.
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
