import type { Compilable, CompiledQuery } from 'kysely';
import { type Engine, engineOf, type Reader } from './dialect.ts';
import { keepPrepared } from './prepared-names.ts';
import { runDirectly } from './sqlite-driver.ts';

/** Stands in a query for a value that comes with each call. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A text or a number made of it would be part of the query for good. */
  [Symbol.toPrimitive](): never {
    throw new Error(`the parameter ${this.name} has no value while the query is compiled`);
  }
}

/** Parameters by name, wherever a value could stand. */
const parametersOf = <P extends object>(): P =>
  new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as P;

/**
 * A query for hot paths: compiled once per engine, afterwards only its parameters change. SQLite keeps
 * every statement prepared; PostgreSQL keeps these, since planning can cost more than a lookup.
 * @param build is given the parameters by name, as if they were the values of a call
 * @param passing of a long walk: on SQLite it leaves the pages alone that lookups keep in memory
 */
export function precompile<R, P extends object>(
  build: (db: Reader, parameters: P) => Compilable<R>,
  { passing = false }: { readonly passing?: boolean } = {},
): (db: Reader, values: P) => Promise<R[]> {
  const compiled = new Map<Engine, CompiledQuery<R>>();
  const compileFor = (db: Reader, engine: Engine): CompiledQuery<R> => {
    const query = build(db, parametersOf<P>()).compile();
    if (engine === 'postgres') keepPrepared(query.sql);
    compiled.set(engine, query);
    return query;
  };
  return async (db, values) => {
    const engine = engineOf(db);
    const query = compiled.get(engine) ?? compileFor(db, engine);
    const named = values as Readonly<Record<string, unknown>>;
    const parameters = query.parameters.map((it) =>
      it instanceof Parameter ? named[it.name] : it,
    );
    const rows = runDirectly<R>(db, query.sql, parameters, passing);
    if (rows) return rows;
    const result = await db.executeQuery<R>({ ...query, parameters });
    return result.rows;
  };
}
