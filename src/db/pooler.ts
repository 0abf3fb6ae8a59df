// What stands between us and PostgreSQL may lend one connection to many clients (PgBouncer in transaction mode):
// then a statement that one of them has named is unknown to the next, or known already.
import pg from 'pg';
import { patienceOf } from './postgres-patience.ts';

const WHAT =
  'something between Formstead and PostgreSQL shares connections, as PgBouncer does in transaction mode, and statements with names fail there';
const FIX =
  'set FORMSTEAD_DATABASE_NAMED_STATEMENTS=off, or use PgBouncer 1.21 or newer with max_prepared_statements';

/** A pooler stands in the way of named statements. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
  readonly what = WHAT;
  readonly fix = FIX;

  constructor(cause: unknown) {
    super(`${WHAT}: ${FIX}.`, { cause });
  }
}

const NAMED = { name: 'formstead_probe', text: 'select 1' } as const;
/** SQLSTATE of a name that another client has used on the same connection, and of one that is gone. */
const DUPLICATE_NAME = '42P05';
const UNKNOWN_NAME = '26000';
/** What PgBouncer says to waits that it may not set for one client. */
const UNKNOWN_PARAMETER = /unsupported startup parameter/i;

/**
 * Tries whether statements may have names: one client names one, and while its transaction is over another
 * client does the same on what may be the same connection.
 * @param statementMs for a statement, in milliseconds
 * @throws PoolerError unless they may
 */
export async function requireOwnConnections(url: string, statementMs: number): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new pg.Client({
        connectionString: url,
        query_timeout: statementMs,
        ...patienceOf(statementMs),
      }),
  );
  // One that ends meanwhile fails its next statement.
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    for (const client of clients) {
      await client.query('begin');
      await client.query(NAMED);
      await client.query('commit');
    }
    // Once more: by now the connections may have changed hands.
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
