import { CompiledQuery, Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { fail } from '#kernel/errors.ts';
import { createFairGate, type FairGate } from '#kernel/fair-gate.ts';
import { isWaitedFor } from '#kernel/in-turns.ts';
import { behalf } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import type { Database, ScanOptions, Transaction } from './database.ts';
import { isLockTimeout, READ_ONLY } from './dialect.ts';
import { type FlushSettings, flushing } from './postgres-flush.ts';
import { beginWith, cut, endWhenSilent, socketTimeouts, timeoutsOf } from './postgres-timeouts.ts';
import { BUSY, measured, PATIENCE_MS, tooSlow } from './reader-pool.ts';
import type { Tables } from './tables.ts';
import { traceQuery } from './traced.ts';
import { runTransaction } from './transaction.ts';
import { unqueued } from './unqueued.ts';

const SCAN_DEADLINE_MS = 2000;
const POOL_SIZE = 20;
/** How long a statement waits for a connection. */
const CONNECT_MS = 10_000;
const BUSY_WRITES = 'Too many changes wait for the storage. Try again shortly.';
const BUSY_READS = 'Too many requests wait for the storage. Try again shortly.';
const SNAPSHOT = 'set transaction isolation level repeatable read, read only';
/** SQLSTATE of a statement that exceeded statement_timeout. */
const CANCELED = '57014';

// bigint columns hold counts and milliseconds, far below 2^53; by default, the driver returns them as text.
const INT8 = 20;
const NUMERIC = 1700;

/** How connections that can only read call themselves, so that a move of the data runs beside them. */
export const READER_NAME = 'formstead-reader';

export interface PostgresOptions {
  readonly url: string;
  readonly jitter: () => number;
  readonly onError: (error: Error) => void;
  /** How long a statement may take, in milliseconds; if omitted, there is no limit. */
  readonly statementMs?: number | undefined;
  /** False: no state is left on a connection, because a pooler shares it with other clients. */
  readonly namedStatements: boolean;
  /** Makes a span of each query. */
  readonly traceQueries?: boolean;
  /** Lets connections only read. */
  readonly readOnly?: boolean;
}

export function openPostgres(options: PostgresOptions): Database {
  const { url, jitter, onError, statementMs, namedStatements, traceQueries, readOnly } = options;
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  types.setTypeParser(NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'formstead',
    types,
    ...(statementMs !== undefined && (namedStatements ? timeoutsOf(statementMs) : socketTimeouts)),
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
    if (statementMs !== undefined) endWhenSilent(client, statementMs);
  });
  // An idle connection that breaks must not end the process; the pool opens a new one.
  pool.on('error', onError);
  // Behind a pooler, timeouts can't be set per connection, so each transaction begins by setting them.
  const begin = namedStatements || statementMs === undefined ? ['begin'] : beginWith(statementMs);
  if (readOnly) pool.on('connect', onlyRead);
  pool.on('connect', (client) => adaptQueries(client, { namedStatements, begin, readOnly, types }));
  // Nor must one that breaks between two statements of a transaction: the pool listens only to idle connections, and
  // the next statement fails with the error.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const log = traceQueries && { log: traceQuery('postgres') };
  // Closed below: Kysely would end the pool only if this one had sent a statement, and the other may have sent all.
  const unending = {
    options: pool.options,
    connect: () => pool.connect(),
    end: async () => undefined,
  };
  const dialect = new PostgresDialect({ pool: unending });
  const db = new Kysely<Tables>({ dialect, ...log });
  const scans = createFairGate(SHARES.postgresScans.shares, BUSY, { patienceMs: PATIENCE_MS });
  const writes = createFairGate(SHARES.postgresWrites.shares, BUSY_WRITES);
  const reads = createFairGate(SHARES.postgresReads.shares, BUSY_READS, {
    patienceMs: CONNECT_MS,
  });
  const reader = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: inTurn(pool, reads) }),
    ...log,
  });
  const transaction: Transaction = (work) =>
    writes.run(behalf(), () =>
      runTransaction(db, work, jitter, (tx) => unqueued(tx, dialect)).catch(explainLock),
    );
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    await db.destroy();
    await reader.destroy();
    await pool.end();
  };
  return {
    engine: 'postgres',
    isReadOnly: false,
    reader,
    transaction,
    batch: (work) => work(transaction),
    async scan<R>(
      query: { compile(): CompiledQuery<R> },
      { deadlineMs = SCAN_DEADLINE_MS, onRan }: ScanOptions = {},
    ) {
      const scan = () =>
        db.transaction().execute(async (tx) => {
          const limit = `set local statement_timeout = ${Math.ceil(deadlineMs)}`;
          await tx.executeQuery(CompiledQuery.raw(limit));
          return (await tx.executeQuery(query.compile())).rows;
        });
      try {
        return await scans.run(behalf(), () => measured(scan, onRan));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === CANCELED) throw tooSlow();
        throw error;
      }
    },
    snapshot: (work) =>
      db.transaction().execute(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw(SNAPSHOT));
        return work(tx);
      }),
    settled: async () => undefined,
    isDamaged: () => false,
    load: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount + scans.waiting() + writes.waiting() + reads.waiting(),
    }),
    abandon() {
      for (const client of open) cut(client);
    },
    // Once, however often it is called: a pool that has ended refuses to end.
    close: () => (closing ??= closeAll()),
  };
}

/**
 * Returns the pool for statements outside of transactions: each waits for its turn to get a connection. A statement
 * that a transaction waits for does not, because the transaction may hold up those before it.
 */
function inTurn(pool: pg.Pool, gate: FairGate): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      if (isWaitedFor()) return await pool.connect();
      const leave = await gate.enter(behalf());
      try {
        const client = await pool.connect();
        // The pool sets it anew whenever it hands out a connection.
        const release = client.release.bind(client);
        client.release = (error) => {
          release(error);
          leave();
        };
        return client;
      } catch (error) {
        leave();
        throw error;
      }
    },
    end: async () => undefined,
  };
}

/** @throws AppError `busy` for a lock timeout; otherwise the error itself */
function explainLock(error: unknown): never {
  if (isLockTimeout(error)) {
    throw fail('busy', 'Another request is changing the same data. Try again shortly.', {
      cause: error,
      headers: { 'retry-after': '5' },
    });
  }
  throw error;
}

/** Sent before anything else, and not as an option of the connection, which those of the URL would replace. */
function onlyRead(client: pg.PoolClient): void {
  const say = `set default_transaction_read_only = on; set application_name = '${READER_NAME}'`;
  client.query(say).catch(() => cut(client));
}

interface Adaptation extends FlushSettings {
  readonly readOnly: boolean | undefined;
}

function adaptQueries(client: pg.PoolClient, { readOnly, ...settings }: Adaptation): void {
  const query = flushing(client, settings);
  // After a fail-over, the host name may point to the new primary, but this connection stays with the standby.
  const leaveStandby = (error: unknown): never => {
    if (error instanceof Error && 'code' in error && error.code === READ_ONLY) cut(client);
    throw error;
  };
  const adapted: typeof query = (...given) =>
    readOnly ? query(...given) : query(...given).catch(leaveStandby);
  client.query = adapted as typeof client.query;
}
