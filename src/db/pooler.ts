// A pooler between Formstead and PostgreSQL may share one connection among clients (PgBouncer in transaction mode). A
// statement that one client has named is then unknown to the next one, or its name is already taken.
import pg from 'pg';
import { timeoutsOf } from './postgres-timeouts.ts';

const WHAT =
  'something between Formstead and PostgreSQL shares connections, as PgBouncer does in transaction mode, and statements with names fail there';
const FIX =
  'set FORMSTEAD_DATABASE_NAMED_STATEMENTS=off, or use PgBouncer 1.21 or newer with max_prepared_statements';

/** A pooler makes named statements fail. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
  readonly what = WHAT;
  readonly fix = FIX;

  constructor(cause: unknown) {
    super(`${WHAT}: ${FIX}.`, { cause });
  }
}

const NAMED = { name: 'formstead_probe', text: 'select 1' } as const;
/** SQLSTATE of a name that another client has used on the same connection, and of a name that no longer exists. */
const DUPLICATE_NAME = '42P05';
const UNKNOWN_NAME = '26000';
/** PgBouncer's error for timeouts that it can't set per client. */
const UNKNOWN_PARAMETER = /unsupported startup parameter/i;

/**
 * Tests whether named statements work: two clients in turn name a statement on what may be the same connection.
 * @param statementMs the statement timeout, in milliseconds
 * @throws PoolerError if they do not work
 */
export async function requireOwnConnections(url: string, statementMs: number): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        connectionString: url,
        query_timeout: statementMs,
        ...timeoutsOf(statementMs),
      }),
  );
  // The error of a client that breaks meanwhile is thrown by its next statement.
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    for (const client of clients) {
      await client.query('begin');
      await client.query(NAMED);
      await client.query('commit');
    }
    // Once more, because the connections may have been swapped by now.
    for (const client of clients) await client.query(NAMED);
  } catch (error) {
    throw isOfPooler(error) ? new PoolerError(error) : error;
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

function isOfPooler(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return code === DUPLICATE_NAME || code === UNKNOWN_NAME || UNKNOWN_PARAMETER.test(error.message);
}
