import type { Compilable, CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';
import { type Engine, engineOf, type Reader } from './dialect.ts';
import { later } from './flush.ts';
import { keepPrepared } from './prepared-names.ts';
import { runDirectly } from './sqlite-driver.ts';

/** A placeholder in a query for a value of each call. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Converting a parameter to text or a number would make it a constant of the query. */
  [Symbol.toPrimitive](): never {
    throw new Error(`the parameter ${this.name} has no value while the query is compiled`);
  }
}

/** Returns an object that has a parameter for every name that is read from it. */
const parametersOf = <P extends object>(): P =>
  new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as P;

/**
 * Returns a function that runs a query for hot paths: compiled once per engine, with new parameters for each call.
 * SQLite keeps every statement prepared; PostgreSQL keeps these, because planning can cost more than a lookup.
 * @param build gets the parameters by name in place of values
 * @param isLongScan on SQLite, keeps the pages of the scan from displacing those that lookups have in memory
 */
export function precompile<R, P extends object>(
  build: Build<R, P>,
  { isLongScan = false }: { readonly isLongScan?: boolean } = {},
): (db: Reader, values: P) => Promise<R[]> {
  const queryFor = compiledOnce(build);
  return async (db, values) => {
    const query = queryFor(db, values);
    const rows = runDirectly<R>(db, query.sql, query.parameters, isLongScan);
    if (rows) return rows;
    const result = await db.executeQuery<R>(query);
    return result.rows;
  };
}

/** Returns a function that runs a write of a hot path as {@link later} does. */
export function precompileLater<P extends object>(
  build: Build<unknown, P>,
): (tx: Tx, values: P) => Promise<void> {
  const queryFor = compiledOnce(build);
  return async (tx, values) => {
    const query = queryFor(tx, values);
    if (runDirectly(tx, query.sql, query.parameters, false) === undefined) {
      await later(tx, { compile: () => query });
    }
  };
}

type Build<R, P> = (db: Reader, parameters: P) => Compilable<R>;

function compiledOnce<R, P extends object>(build: Build<R, P>) {
  const compiled = new Map<Engine, CompiledQuery<R>>();
  const compileFor = (db: Reader, engine: Engine): CompiledQuery<R> => {
    const query = build(db, parametersOf<P>()).compile();
    if (engine === 'postgres') keepPrepared(query.sql);
    compiled.set(engine, query);
    return query;
  };
  return (db: Reader, values: P): CompiledQuery<R> => {
    const engine = engineOf(db);
    const query = compiled.get(engine) ?? compileFor(db, engine);
    const named = values as Readonly<Record<string, unknown>>;
    const parameters = query.parameters.map((it) =>
      it instanceof Parameter ? named[it.name] : it,
    );
    return { ...query, parameters };
  };
}
