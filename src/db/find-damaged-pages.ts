import SqliteDatabase from 'better-sqlite3';
import { openReader } from './sqlite-handles.ts';

/** What is damaged of an SQLite database file. */
export interface Damage {
  readonly file: string;
  /** Numbers of pages, from 1 on, in order; empty when SQLite can't name them. */
  readonly pages: readonly number[];
  /** The tables and indexes that these pages belong to. */
  readonly parts: readonly string[];
  /** Nothing in the file can be read: its first page is damaged, or it is no SQLite database. */
  readonly isUnreadable: boolean;
}

const MAX_FAULTS = 100;
const CORRUPT = 'SQLITE_CORRUPT';
const NOT_A_DATABASE = 'SQLITE_NOTADB';

/** Whether a statement failed because a page of the database file is damaged. */
export const isDamage = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith(CORRUPT) || code === NOT_A_DATABASE;
};

/**
 * Reads every page of the file, which takes some seconds for each GB and never waits for the event loop.
 * @returns undefined when the file is sound
 */
export function findDamagedPages(file: string): Damage | undefined {
  const handle = openReader(file);
  const faults: string[] = [];
  let failure: unknown;
  try {
    // One row after the other: SQLite names the pages first, and may then fail on what they hold.
    for (const row of handle.prepare(`pragma quick_check(${MAX_FAULTS})`).raw().iterate()) {
      const text = Array.isArray(row) ? String(row[0]) : '';
      if (text !== 'ok') faults.push(text);
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    failure = error;
  }
  try {
    if (faults.length === 0 && failure === undefined) return undefined;
    const trees = [...faults.join('\n').matchAll(/^Tree (\d+) page (\d+)\b/gm)];
    const isUnreadable =
      failure instanceof SqliteDatabase.SqliteError && failure.code === NOT_A_DATABASE;
    const pages = isUnreadable ? [1] : unique(trees.map(([, , page]) => Number(page)));
    const roots = new Set(trees.map(([, root]) => Number(root)));
    return { file, pages, parts: isUnreadable ? [] : namesOf(handle, roots), isUnreadable };
  } finally {
    handle.close();
  }
}

/** Names of tables and indexes by the pages that they begin at. */
function namesOf(handle: SqliteDatabase.Database, roots: ReadonlySet<number>): readonly string[] {
  try {
    const rows = handle.prepare('select name, rootpage from sqlite_schema').raw().all();
    return rows.flatMap((row) =>
      Array.isArray(row) && roots.has(Number(row[1])) ? [String(row[0])] : [],
    );
  } catch (error) {
    if (!isDamage(error)) throw error;
    return ['the list of all tables'];
  }
}

const unique = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);
