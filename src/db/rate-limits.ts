import { CompiledQuery, sql } from 'kysely';
import type { Database } from './database.ts';
import { deleteOldRows } from './delete-old-rows.ts';
import type { Reader } from './dialect.ts';
import { keepPrepared, preparedName } from './prepared-names.ts';

/** Requests wait for the count, so an unreachable storage must be detected quickly. */
const PATIENCE_MS = 1000;

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/**
 * Returns the client that counts rate limits for several nodes; undefined with SQLite, where the only process counts in
 * memory, and for a node that only reads.
 * @param onError called when a statement failed; the node then counts alone
 */
export function rateLimitsIn(db: Database, onError: (error: unknown) => void) {
  if (db.engine === 'sqlite' || db.isReadOnly) return undefined;
  return {
    async query(statement: Statement): Promise<{ rows: readonly unknown[]; rowCount: number }> {
      try {
        return await withPatience(run(db.reader, statement));
      } catch (error) {
        onError(error);
        throw error;
      }
    },
  };
}

async function run(db: Reader, { text, values = [] }: Statement) {
  if (preparedName(text) === undefined) keepPrepared(text);
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]));
  return { rows, rowCount: rows.length };
}

async function withPatience<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`no answer within ${PATIENCE_MS} ms`));
  const timer = setTimeout(late, PATIENCE_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes windows that have ended. */
export async function forgetRateLimits(db: Reader, now: number): Promise<void> {
  await deleteOldRows(db, [{ table: 'rate_limits', key: ['key'], where: sql`expire < ${now}` }]);
}

/** Deletes the counts of all limits of an account, whose id is a part of their keys. */
export async function deleteRateLimitsOf(db: Reader, accountId: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'like', `%${accountId}%`).execute();
}
