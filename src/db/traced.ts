import type { LogEvent } from 'kysely';
import { currentSpan } from '#kernel/on-behalf.ts';
import type { SpanSpec } from '#kernel/span.ts';
import { inChild, typeOf } from '#kernel/traced-work.ts';
import type { Database, Engine, Transaction } from './database.ts';
import { queryNameOf } from './query-name.ts';

const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** Returns the same storage, whose transactions and scans are spans; queries are as {@link traceQuery} makes them. */
export function traced(db: Database): Database {
  const spec = (name: string): SpanSpec => ({
    name,
    kind: 'client',
    attributes: { 'db.system.name': SYSTEMS[db.engine] },
  });
  const tracing =
    (transaction: Transaction): Transaction =>
    (work) =>
      inChild(spec('transaction'), () => transaction(work));
  return {
    ...db,
    transaction: tracing(db.transaction),
    batch: (work) => db.batch((transaction) => work(tracing(transaction))),
    scan: (query, options) => inChild(spec('scan'), () => db.scan(query, options)),
  };
}

/** Returns a function that makes a span of each query that Kysely has run: its name, and none of its values. */
export const traceQuery =
  (engine: Engine) =>
  (event: LogEvent): void => {
    const name = queryNameOf(event.query.query);
    const span = name && currentSpan();
    if (!span) return;
    const { operation, table } = name;
    span.past(
      {
        name: table === undefined ? operation : `${operation} ${table}`,
        kind: 'client',
        attributes: {
          'db.system.name': SYSTEMS[engine],
          'db.operation.name': operation,
          ...(table !== undefined && { 'db.collection.name': table }),
          ...(event.level === 'error' && { 'error.type': typeOf(event.error) }),
        },
      },
      event.queryDurationMillis,
    );
  };
