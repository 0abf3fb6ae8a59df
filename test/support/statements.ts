// The SQL statements that a request runs on SQLite, and how SQLite would read its tables for them.
import { mock } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { sqliteFile } from '#db/open-sqlite.ts';
import { ReaderPool } from '#db/reader-pool.ts';
import { StatementCache } from '#db/statement-cache.ts';
import { behalf } from '#kernel/on-behalf.ts';

type Statement = SqliteDatabase.Statement<unknown[], { readonly detail: string }>;

export interface Statements {
  /** Returns the result of `work`, and the statements that the service ran meanwhile for this account. */
  during<T>(
    accountId: string,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly statements: readonly string[] }>;
  /** Returns the steps of SQLite's plan. Steps of the same statement are the same each time. */
  stepsOf(statement: string): readonly string[];
  close(): void;
}

/** Watches all SQLite databases of this process; plans are those of the database in `dataDir`. */
export function watchStatements(dataDir: string): Statements {
  let recorded = new Set<string>();
  let watched = '';
  const record = (sql: string): void => {
    // Background jobs run statements at the same time.
    if (behalf().account === watched) recorded.add(sql);
  };
  const { get } = StatementCache.prototype;
  const { run } = ReaderPool.prototype;
  const { prepare } = SqliteDatabase.prototype;
  const spies = [
    mock.method(StatementCache.prototype, 'get', function (this: StatementCache, sql: string) {
      record(sql);
      return get.call(this, sql);
    }),
    mock.method(
      ReaderPool.prototype,
      'run',
      function (this: ReaderPool, ...parameters: Parameters<ReaderPool['run']>) {
        record(parameters[0]);
        return run.apply(this, parameters);
      },
    ),
    // Snapshots have connections of their own.
    mock.method(
      SqliteDatabase.prototype,
      'prepare',
      function (this: SqliteDatabase.Database, sql: string) {
        record(sql);
        return prepare.call(this, sql);
      },
    ),
  ];
  const handle = new SqliteDatabase(sqliteFile(dataDir), { readonly: true });
  handle.function('within_deadline', { varargs: true }, () => 1);
  const known = new Map<string, readonly string[]>();
  const explain = (sql: string): readonly string[] => {
    const values = Array.from(sql.replaceAll(/'[^']*'/g, '').matchAll(/\?/g), () => null);
    const statement = prepare.call(handle, `explain query plan ${sql}`) as Statement;
    return statement.all(...values).map(({ detail }) => detail);
  };
  return {
    async during(accountId, work) {
      recorded = new Set();
      watched = accountId;
      const result = await work();
      watched = '';
      return {
        result,
        statements: [...recorded].filter((sql) => /^\s*(select|with)\b/i.test(sql)),
      };
    },
    stepsOf(sql) {
      const steps = known.get(sql) ?? explain(sql);
      known.set(sql, steps);
      return steps;
    },
    close() {
      for (const spy of spies) spy.mock.restore();
      handle.close();
    },
  };
}
