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
import type { Ending, OpenTransaction, SqliteWriter } from './sqlite-writer.ts';
import { type Statement, StatementCache } from './statement-cache.ts';

type Handle = SqliteDatabase.Database;

/**
 * A Kysely dialect over better-sqlite3 that keeps prepared statements (preparing anew is most of
 * what the stock driver costs) and has two connections: reads never wait, writes queue.
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  /** @param ending what a commit waits for: until it is durable, unless somebody settles the writer afterwards */
  constructor(
    writer: SqliteWriter,
    reader: Handle,
    ending: Exclude<Ending, 'rollback'> = 'commit',
  ) {
    this.#driver = new SqliteDriver(writer, new StatementCache(reader), ending);
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
  readonly #writer: SqliteWriter;
  readonly #reader: StatementCache;
  readonly #ending: Ending;

  constructor(writer: SqliteWriter, reader: StatementCache, ending: Ending) {
    this.#writer = writer;
    this.#reader = reader;
    this.#ending = ending;
  }

  async init(): Promise<void> {}

  read<R>(sql: string, parameters: readonly unknown[]): R[] | undefined {
    const statement = this.#reader.get(sql);
    return statement.readonly ? (statement.all(parameters) as R[]) : undefined;
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reader);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end(this.#ending);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.handle.close();
    this.#writer.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reader: StatementCache;
  #open: OpenTransaction | undefined;

  constructor(writer: SqliteWriter, reader: StatementCache) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async begin(): Promise<void> {
    this.#open = await this.#writer.begin();
  }

  async end(how: Ending): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.end(how);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#open) return run(this.#open.statements.get(query.sql), query.parameters);
    const statement = this.#reader.get(query.sql);
    if (statement.readonly) return run(statement, query.parameters);
    const alone = await this.#writer.begin();
    let result: QueryResult<R>;
    try {
      result = run(alone.statements.get(query.sql), query.parameters);
    } catch (error) {
      await alone.end('rollback');
      throw error;
    }
    await alone.end('commit');
    return result;
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { handle } = this.#open?.statements ?? this.#reader;
    // Not a cached statement: one that is being stepped through can't serve another query.
    const statement = handle.prepare<unknown[], R>(query.sql);
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
