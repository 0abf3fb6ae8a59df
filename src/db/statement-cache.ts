import type SqliteDatabase from 'better-sqlite3';

type Handle = SqliteDatabase.Database;
export type Statement = SqliteDatabase.Statement<unknown[], unknown>;

/** Most prepared statements per connection; the oldest one is dropped first. */
const MAX_STATEMENTS = 500;

export class StatementCache {
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
