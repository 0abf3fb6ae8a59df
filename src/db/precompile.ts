import type { Compilable, CompiledQuery } from 'kysely';
import { type Engine, engineOf, type Reader } from './dialect.ts';
import { keepPrepared } from './prepared-names.ts';
import { runDirectly } from './sqlite-driver.ts';

/**
 * A query for hot paths: compiled once per engine, afterwards only its parameters change. SQLite keeps
 * every statement prepared; PostgreSQL keeps these, since planning can cost more than a lookup.
 * `build` uses placeholders of the right type; `parameters` follow in the order of the SQL text.
 * @param passing of a long walk: on SQLite it leaves the pages alone that lookups keep in memory
 */
export function precompile<R>(
  build: (db: Reader) => Compilable<R>,
  { passing = false }: { readonly passing?: boolean } = {},
): (db: Reader, parameters: readonly unknown[]) => Promise<R[]> {
  const compiled = new Map<Engine, CompiledQuery<R>>();
  return async (db, parameters) => {
    const engine = engineOf(db);
    let query = compiled.get(engine);
    if (!query) {
      query = build(db).compile();
      if (engine === 'postgres') keepPrepared(query.sql);
      compiled.set(engine, query);
    }
    if (query.parameters.length !== parameters.length) {
      throw new Error(`precompiled query takes ${query.parameters.length} parameters`);
    }
    const rows = runDirectly<R>(db, query.sql, parameters, passing);
    if (rows) return rows;
    const result = await db.executeQuery<R>({ ...query, parameters });
    return result.rows;
  };
}
