import SqliteDatabase from 'better-sqlite3';
import { openReader } from './sqlite-handles.ts';

/** The damage of an SQLite database file. */
export interface PageDamage {
  readonly file: string;
  /** Page numbers from 1, in order; empty when SQLite can't name them. */
  readonly pages: readonly number[];
  /** The tables and indexes that these pages belong to. */
  readonly parts: readonly string[];
  /** Whether nothing in the file can be read: its first page is damaged, or it is not an SQLite database. */
  readonly isUnreadable: boolean;
}

const MAX_FAULTS = 100;
const CORRUPT = 'SQLITE_CORRUPT';
const NOT_A_DATABASE = 'SQLITE_NOTADB';

/** Returns whether a statement failed because a page of the database file is damaged. */
export const isDamage = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith(CORRUPT) || code === NOT_A_DATABASE;
};

/**
 * Reads every page of the file, synchronously, which takes some seconds per GB.
 * @returns undefined when the file is intact
 */
export function findDamagedPages(file: string): PageDamage | undefined {
  const handle = openReader(file);
  const faults: string[] = [];
  let failure: unknown;
  try {
    // Reads row by row: SQLite first names the damaged pages, and may then fail on their content.
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

/** Returns the names of tables and indexes by their root pages. */
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
