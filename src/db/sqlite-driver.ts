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
import type { Ending } from './commit-queue.ts';
import type { Reader } from './dialect.ts';
import type { SqliteReads } from './sqlite-reads.ts';
import type { OpenTransaction, SqliteWriter } from './sqlite-writer.ts';
import type { Statement } from './statement-cache.ts';

/**
 * A Kysely dialect over better-sqlite3 with two connections: reads never wait, writes queue. It keeps prepared
 * statements, because preparing them again is most of the cost of the stock driver.
 */
export class SqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  /** @param ending whether a commit waits until it is durable, or the caller settles the writer afterwards */
  constructor(
    writer: SqliteWriter,
    reads: SqliteReads,
    ending: Exclude<Ending, 'rollback'> = 'commit',
  ) {
    this.#driver = new SqliteDriver(writer, reads, ending);
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
 * Hides parameters from the planner behind a unary plus (decision 7). SQLite built with STAT4, as better-sqlite3's is,
 * prepares a statement again at each binding if its plan may depend on a bound value, which costs ten times as much as
 * a lookup. The plus changes nothing else: there are no statistics that the planner would use.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

/** Tells Kysely not to run one query at a time; this driver makes only writes wait. */
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
 * Returns the rows of a compiled query without Kysely's executor, which costs more than the lookup itself. Returns
 * undefined where the executor must be used: for a write outside of a transaction, in a transaction that is over, and
 * on PostgreSQL.
 */
export function runDirectly<R>(
  db: Reader,
  sql: string,
  parameters: readonly unknown[],
  isLongScan = false,
): R[] | undefined {
  const executor = db.getExecutor();
  const { adapter } = executor;
  if (!(adapter instanceof TwoConnectionsAdapter)) return undefined;
  return db.isTransaction
    ? adapter.driver.runInside<R>(executor, sql, parameters)
    : adapter.driver.read<R>(sql, parameters, isLongScan);
}

/**
 * Returns a number that changes after each commit of any connection or process, to tell whether data read earlier is
 * still current; undefined on PostgreSQL and inside a transaction.
 */
export function commitMark(db: Reader): number | undefined {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof TwoConnectionsAdapter) || db.isTransaction) return undefined;
  return adapter.driver.commitMark();
}

class SqliteDriver implements Driver {
  readonly #writer: SqliteWriter;
  readonly #reads: SqliteReads;
  readonly #ending: Ending;
  /** The transaction that has its turn; at most one is open. */
  #open: OpenTransaction | undefined;
  /** The transaction that each executor was first used in; it may not run in another one. */
  readonly #ofExecutor = new WeakMap<object, OpenTransaction>();

  constructor(writer: SqliteWriter, reads: SqliteReads, ending: Ending) {
    this.#writer = writer;
    this.#reads = reads;
    this.#ending = ending;
  }

  async init(): Promise<void> {}

  commitMark(): number {
    return this.#reads.mark();
  }

  runInside<R>(executor: object, sql: string, parameters: readonly unknown[]): R[] | undefined {
    if (!this.#open) return undefined;
    const mine = this.#ofExecutor.get(executor);
    if (mine === undefined) this.#ofExecutor.set(executor, this.#open);
    else if (mine !== this.#open) return undefined;
    return run<R>(this.#open.statements.get(sql), parameters).rows;
  }

  read<R>(sql: string, parameters: readonly unknown[], isLongScan: boolean): R[] | undefined {
    return this.#reads.read(sql, parameters, isLongScan) as R[] | undefined;
  }

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#writer, this.#reads);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    this.#open = await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#open = undefined;
    await connection.end(this.#ending);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    this.#open = undefined;
    await connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reads: SqliteReads;
  #open: OpenTransaction | undefined;

  constructor(writer: SqliteWriter, reads: SqliteReads) {
    this.#writer = writer;
    this.#reads = reads;
  }

  async begin(): Promise<OpenTransaction> {
    this.#open = await this.#writer.begin();
    return this.#open;
  }

  async end(how: Ending): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.end(how);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#open) return run(this.#open.statements.get(query.sql), query.parameters);
    const rows = this.#reads.read(query.sql, query.parameters);
    if (rows) return { rows: rows as R[] };
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
    yield await this.executeQuery(query);
  }
}

function run<R>(statement: Statement, parameters: readonly unknown[]): QueryResult<R> {
  if (statement.reader) return { rows: statement.all(...parameters) as R[] };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return {
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid),
    rows: [],
  };
}
