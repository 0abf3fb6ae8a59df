import type pg from 'pg';

/** Longest wait for a lock, which must end before a statement does. */
const LONGEST_LOCK_MS = 5000;
/** How long, at least, a transaction may be idle before PostgreSQL ends it, so that a stuck process loses its locks. */
const LONGEST_PAUSE_MS = 60_000;
/** PostgreSQL ends a slow statement itself. A connection that stays silent for this much longer is lost. */
const SLACK_MS = 5000;
const CONNECT_MS = 5000;

/**
 * Returns the timeouts of a serving node's connections.
 * @param statementMs the statement timeout, in milliseconds
 */
export const timeoutsOf = (statementMs: number): pg.PoolConfig => ({
  ...waitsOf(statementMs),
  ...socketTimeouts,
});

/** The timeouts that only this process applies, and PostgreSQL does not know. */
export const socketTimeouts: pg.PoolConfig = {
  connectionTimeoutMillis: CONNECT_MS,
  // After ten seconds without traffic, TCP checks whether the other end of a connection still exists.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** Returns timeouts in milliseconds, by their PostgreSQL names. */
const waitsOf = (statementMs: number) => ({
  statement_timeout: statementMs,
  lock_timeout: Math.min(LONGEST_LOCK_MS, Math.ceil(statementMs / 2)),
  idle_in_transaction_session_timeout: Math.max(LONGEST_PAUSE_MS, 2 * statementMs),
});

/** Returns the SQL that begins a transaction with these timeouts and leaves none of them on the connection. */
export function beginWith(statementMs: number): readonly string[] {
  const waits = Object.entries(waitsOf(statementMs));
  return ['begin', ...waits.map(([name, ms]) => `set local ${name} = ${ms}`)];
}

/**
 * Ends a connection without traffic for longer than a statement may take. In a network that drops packets silently, TCP
 * itself would keep retransmitting for a quarter of an hour.
 */
export function endWhenSilent(client: pg.PoolClient, statementMs: number): void {
  const { stream } = connectionOf(client);
  const gone = new Error('PostgreSQL has gone silent.');
  stream.setTimeout(statementMs + SLACK_MS, () =>
    stream.destroy(Object.assign(gone, { code: 'ETIMEDOUT' })),
  );
}

/** Ends a connection at once, even during a statement. */
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

/** The driver's types do not declare its connection. */
const connectionOf = (client: pg.PoolClient): Connection =>
  (client as unknown as { readonly connection: Connection }).connection;
