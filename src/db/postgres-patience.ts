import type pg from 'pg';

/** What is given up first: a lock that somebody else holds. */
const LONGEST_LOCK_MS = 5000;
/** A transaction that a stuck process has left open lets go of its locks. */
const LONGEST_PAUSE_MS = 60_000;
/** The server ends a statement by itself; who hears nothing for so much longer has lost the server. */
const SLACK_MS = 5000;
const CONNECT_MS = 5000;

/** How long a connection of a serving node waits for what. @param statementMs for a statement, in milliseconds */
export const patienceOf = (statementMs: number): pg.PoolConfig => ({
  ...waitsOf(statementMs),
  ...patienceOfSocket,
});

/** The part of it that PostgreSQL is not told. */
export const patienceOfSocket: pg.PoolConfig = {
  connectionTimeoutMillis: CONNECT_MS,
  // A connection that carries nothing is asked after ten seconds whether its other end is still there.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** In milliseconds, by the names that PostgreSQL has for them. */
const waitsOf = (statementMs: number) => ({
  statement_timeout: statementMs,
  lock_timeout: Math.min(LONGEST_LOCK_MS, Math.ceil(statementMs / 2)),
  idle_in_transaction_session_timeout: Math.max(LONGEST_PAUSE_MS, 2 * statementMs),
});

/** Begins a transaction that has these waits and leaves none of them on the connection. */
export function beginWith(statementMs: number): string {
  const waits = Object.entries(waitsOf(statementMs));
  return ['begin', ...waits.map(([name, ms]) => `set local ${name} = ${ms}`)].join('; ');
}

/**
 * Ends a connection over which nothing came or went for longer than a statement may take. A network that swallows
 * packets says nothing: TCP itself would go on sending for a quarter of an hour.
 */
export function endWhenSilent(client: pg.PoolClient, statementMs: number): void {
  const { stream } = connectionOf(client);
  const gone = new Error('PostgreSQL has gone silent.');
  stream.setTimeout(statementMs + SLACK_MS, () =>
    stream.destroy(Object.assign(gone, { code: 'ETIMEDOUT' })),
  );
}

/** Ends a connection in the middle of whatever it does. */
export function cut(client: pg.PoolClient): void {
  const stopped = new Error('The process stops.');
  connectionOf(client).stream.destroy(Object.assign(stopped, { code: 'ECONNABORTED' }));
}

interface Connection {
  readonly stream: {
    setTimeout(ms: number, ended: () => void): void;
    destroy(error: Error): void;
  };
}

/** The types of the driver leave out its connection. */
const connectionOf = (client: pg.PoolClient): Connection =>
  (client as unknown as { readonly connection: Connection }).connection;
