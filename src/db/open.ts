import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Database } from './database.ts';
import type { Damage } from './find-damaged-pages.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import { requireOwnConnections } from './pooler.ts';

export interface OpenOptions {
  readonly dataDir: string;
  /** `postgres://…`; left out: SQLite in the data directory. */
  readonly databaseUrl?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Hears of a database connection that broke while idle. */
  readonly onError?: (error: Error) => void;
  /** False: nothing is left on a connection, since a pooler lends it to others. */
  readonly namedStatements?: boolean;
  /** Told once, when a statement has met a damaged page of an SQLite file. */
  readonly onDamage?: (damage: Damage) => void;
  /** How long a statement may take on PostgreSQL, in milliseconds; left out: as long as it likes. */
  readonly statementMs?: number | undefined;
  /** False leaves the schema as it is (`formstead doctor`, `formstead migrate --dry-run`). */
  readonly migrate?: boolean;
}

/**
 * Opens the storage and brings its schema up to date.
 * @throws PoolerError when a pooler stands in the way of named statements
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl, clock, random, statementMs, onError = () => undefined } = options;
  const { onDamage, namedStatements = true } = options;
  const jitter = () => random.bytes(1).readUInt8() / 255;
  if (databaseUrl !== undefined && statementMs !== undefined && namedStatements) {
    await requireOwnConnections(databaseUrl, statementMs);
  }
  const open = (limit?: number): Database =>
    databaseUrl
      ? openPostgres({ url: databaseUrl, jitter, onError, statementMs: limit, namedStatements })
      : openSqlite(dataDir, { jitter, onDamage });
  const db = open();
  try {
    // Inside transaction() for its patience: on SQLite another process may hold the write lock.
    if (options.migrate !== false) await db.transaction((tx) => migrate(tx, clock.now()));
    if (databaseUrl === undefined || statementMs === undefined) return db;
    // A migration takes as long as it takes; from now on nothing does.
    await db.close();
    return open(statementMs);
  } catch (error) {
    await db.close();
    throw error;
  }
}
