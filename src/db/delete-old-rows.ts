import { type RawBuilder, sql } from 'kysely';
import { letOthersIn } from '#kernel/in-turns.ts';
import { engineOf, type Reader } from './dialect.ts';
import type { Tables } from './tables.ts';

/**
 * Rows of one statement: some milliseconds on SQLite, during which no request is answered. A statement that deleted
 * 300,000 entries of a log took 18 seconds there; on PostgreSQL it may end by `statement_timeout`, and never succeed.
 */
const ROWS_AT_ONCE = 100;
/** Rows of one call, which takes some seconds, because a node that stops waits for it. The next run continues. */
export const MOST_ROWS = 100_000;

/** Rows of a table that are no longer needed. */
export interface OldRows {
  readonly table: keyof Tables & string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  readonly where: RawBuilder<boolean>;
}

/**
 * Deletes rows in small parts, each in a transaction of its own, and lets requests run in between. The kinds of rows
 * take turns, so that a long one does not keep the others waiting.
 * @returns the number of deleted rows
 */
export async function deleteOldRows(db: Reader, kinds: readonly OldRows[]): Promise<number> {
  let turns = kinds;
  let deleted = 0;
  while (turns.length > 0 && deleted < MOST_ROWS) {
    const unfinished: OldRows[] = [];
    for (const rows of turns) {
      const count = await deletePart(db, rows);
      deleted += count;
      if (count >= ROWS_AT_ONCE) unfinished.push(rows);
      await letOthersIn();
    }
    turns = unfinished;
  }
  return deleted;
}

async function deletePart(db: Reader, { table, key, where }: OldRows): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  // Without the lock, PostgreSQL would delete a row that another transaction has renewed meanwhile.
  const lock = engineOf(db) === 'postgres' ? sql`for update skip locked` : sql``;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(ROWS_AT_ONCE)} ${lock}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
