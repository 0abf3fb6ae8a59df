import { sql } from 'kysely';
import type { Reader } from './dialect.ts';

const MAX_FAULTS = 5;

/**
 * Returns the damage of an SQLite database; undefined when it is intact. `whole` compares every index with its table
 * and follows every reference; `quick` reads every page, in a fraction of the time.
 */
export async function findDamage(
  db: Reader,
  depth: 'whole' | 'quick',
): Promise<string | undefined> {
  const pragma = depth === 'whole' ? sql`pragma integrity_check` : sql`pragma quick_check`;
  const faults = await pragma
    .execute(db)
    .then(({ rows }) => rows.map(textOf).filter((text) => text !== 'ok'), told);
  if (faults.length > 0) return faults.slice(0, MAX_FAULTS).join('; ');
  if (depth === 'quick') return undefined;
  const { rows: orphans } = await sql<{ table: string }>`pragma foreign_key_check`.execute(db);
  if (orphans.length === 0) return undefined;
  const tables = [...new Set(orphans.map(({ table }) => table))].join(', ');
  return `rows of ${tables} refer to rows that are gone`;
}

const textOf = (row: unknown): string => String(Object.values(row ?? {})[0]);

/** Pages that can't be read at all end the check with an error instead of a row. */
function told(error: unknown): readonly string[] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) return [error.message];
  throw error;
}
