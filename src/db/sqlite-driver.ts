import type SqliteDatabase from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Reader } from './dialect.ts';

type Handle = SqliteDatabase.Database;
type Statement = SqliteDatabase.Statement<unknown[], unknown>;

/** Prepared statements kept per connection; the least recently used one goes first. */
const MAX_STATEMENTS = 500;

/**
 * A Kysely dialect over better-sqlite3 that keeps prepared statements (preparing anew is most of
 * what the stock driver costs) and has two connections: reads never wait, writes queue.
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  constructor(writer: Handle, reader: Handle) {
    this.#driver = new SqliteDriver(writer, reader);
  }

  createDriver(): Driver {
    return this.#driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new StablePlanCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TwoConnectionsAdapter(this.#driver);
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * SQLite built with STAT4 (better-sqlite3's is) prepares a statement anew at each binding when its
 * plan may depend on a bound value, which costs ten times what a lookup does. A unary plus hides the
 * parameter from the planner and changes nothing else: there are no statistics that it would use.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Kysely would let one query in at a time; ours wait only where they must. */
class TwoConnectionsAdapter extends SqliteAdapter {
  readonly driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    super();
    this.driver = driver;
  }

  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * The rows of a compiled query, without the way through Kysely's executor, which costs more than the
 * lookup itself. Undefined where that way must be taken: in a transaction, for a statement that
 * writes, on another engine.
 */
export function readDirectly<R>(
  db: Reader,
  sql: string,
  parameters: readonly unknown[],
): R[] | undefined {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof TwoConnectionsAdapter) || db.isTransaction) return undefined;
  return adapter.driver.read<R>(sql, parameters);
}

class SqliteDriver implements Driver {
  readonly #writer: StatementCache;
  readonly #reader: StatementCache;
  readonly #turns = new Turns();

  constructor(writer: Handle, reader: Handle) {
    this.#writer = new StatementCache(writer);
    this.#reader = new StatementCache(reader);
  }

  async init(): Promise<void> {}

  read<R>(sql: string, parameters: readonly unknown[]): R[] | undefined {
    const statement = this.#reader.get(sql);
    return statement.readonly ? (statement.all(parameters) as R[]) : undefined;
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reader, this.#turns);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.handle.close();
    this.#writer.handle.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache;
  readonly #reader: StatementCache;
  readonly #turns: Turns;
  #leave: (() => void) | undefined;

  constructor(writer: StatementCache, reader: StatementCache, turns: Turns) {
    this.#writer = writer;
    this.#reader = reader;
    this.#turns = turns;
  }

  /** Waits for its turn as the one writer, then takes the write lock before anything is read. */
  async begin(): Promise<void> {
    this.#leave = await this.#turns.take();
    try {
      this.#writer.get('begin immediate').run();
    } catch (error) {
      this.#leave();
      this.#leave = undefined;
      throw error;
    }
  }

  end(how: 'commit' | 'rollback'): void {
    try {
      // A failed COMMIT (disk full) may have ended the transaction already.
      if (how === 'commit' || this.#writer.handle.inTransaction) this.#writer.get(how).run();
    } finally {
      if (this.#writer.handle.inTransaction) this.#writer.get('rollback').run();
      this.#leave?.();
      this.#leave = undefined;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#leave) return run(this.#writer.get(query.sql), query.parameters);
    const statement = this.#reader.get(query.sql);
    if (statement.readonly) return run(statement, query.parameters);
    const leave = await this.#turns.take();
    try {
      return run(this.#writer.get(query.sql), query.parameters);
    } finally {
      leave();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const cache = this.#leave ? this.#writer : this.#reader;
    // Not a cached statement: one that is being stepped through can't serve another query.
    const statement = cache.handle.prepare<unknown[], R>(query.sql);
    for (const row of statement.iterate(...query.parameters)) yield { rows: [row] };
  }
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return {
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid),
    rows: [],
  };
}

class StatementCache {
  readonly handle: Handle;
  readonly #statements = new Map<string, Statement>();

  constructor(handle: Handle) {
    this.handle = handle;
  }

  get(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.handle.prepare<unknown[], unknown>(sql);
    if (this.#statements.size >= MAX_STATEMENTS) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}

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
