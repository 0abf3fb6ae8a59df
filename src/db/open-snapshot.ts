import { Kysely, SqliteDialect } from 'kysely';
import type { Reader } from './dialect.ts';
import { openReader } from './sqlite-handles.ts';
import type { Tables } from './tables.ts';

/**
 * Opens a database file for reading one moment of it: everything that is read is as it was at the first read. Writers
 * do not wait, but SQLite can't shorten its log until the snapshot is closed.
 */
export function openSnapshot(file: string): { readonly reader: Reader; close(): Promise<void> } {
  const handle = openReader(file);
  handle.exec('begin');
  const reader = new Kysely<Tables>({ dialect: new SqliteDialect({ database: handle }) });
  return { reader, close: () => reader.destroy() };
}
