// Several statements of a transaction in one flush (decision 155): on PostgreSQL, the way to the storage and back costs more
// than most statements.
import type { CompiledQuery } from 'kysely';
import { engineOf, type Reader } from './dialect.ts';

/** What {@link later} and {@link together} hand to the connection instead of SQL; their parameters are statements. */
export const LATER = '-- later';
export const TOGETHER = '-- together';

/** A query, or raw SQL. */
interface Statement<R = unknown> {
  compile(db: Reader): CompiledQuery<R>;
}

/**
 * Runs a statement whose result nobody needs: on PostgreSQL it is sent with the next statement of its transaction, which
 * throws its error, or with the commit. Not for a statement whose failure somebody expects.
 */
export async function later(tx: Reader, query: Statement): Promise<void> {
  const compiled = query.compile(tx);
  await tx.executeQuery(engineOf(tx) === 'postgres' ? carrying(LATER, [compiled]) : compiled);
}

/** Runs reads that do not need each other's results, in one flush, and returns the rows of each. */
export async function together<const Q extends readonly Statement[]>(
  tx: Reader,
  queries: Q,
): Promise<{ -readonly [K in keyof Q]: Q[K] extends Statement<infer R> ? readonly R[] : never }> {
  const compiled = queries.map((query) => query.compile(tx));
  const run = async (): Promise<readonly (readonly unknown[])[]> => {
    if (engineOf(tx) === 'postgres') {
      const { rows } = await tx.executeQuery(carrying(TOGETHER, compiled));
      return rows as readonly (readonly unknown[])[];
    }
    const all: (readonly unknown[])[] = [];
    for (const each of compiled) all.push((await tx.executeQuery(each)).rows);
    return all;
  };
  return (await run()) as never;
}

const carrying = (sql: string, queries: readonly CompiledQuery[]): CompiledQuery => ({
  ...(queries[0] as CompiledQuery),
  sql,
  parameters: queries,
});
