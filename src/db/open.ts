import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Database } from './database.ts';
import type { PageDamage } from './find-damaged-pages.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import { requireOwnConnections } from './pooler.ts';
import { readOnly as onlyReading } from './read-only.ts';
import { requireFile, requireServable } from './require-servable.ts';
import { runMigrations } from './run-migrations.ts';

export interface OpenOptions {
  readonly dataDir: string;
  /** `postgres://…`; if omitted, SQLite in the data directory. */
  readonly databaseUrl?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Called when an idle database connection broke. */
  readonly onError?: (error: Error) => void;
  /** False: no state is left on a connection, because a pooler shares it with other clients. */
  readonly namedStatements?: boolean;
  /** Called once, when a statement reads a damaged page of an SQLite file. */
  readonly onDamage?: (damage: PageDamage) => void;
  /** How long a statement may take on PostgreSQL, in milliseconds; if omitted, there is no limit. */
  readonly statementMs?: number | undefined;
  /** Makes a span of each query (traces). */
  readonly traceQueries?: boolean;
  /** False leaves the schema as it is (`formstead doctor`, `formstead migrate --dry-run`). */
  readonly migrate?: boolean;
  /** Opens a storage whose schema is current, and never writes to it. */
  readonly readOnly?: boolean;
}

/**
 * Opens the storage and brings its schema up to date.
 * @throws NotReadable when it is to be read only and has no schema that this version can serve
 * @throws PoolerError when a pooler makes named statements fail
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { dataDir, databaseUrl, clock, random, statementMs, onError = () => undefined } = options;
  const { onDamage, namedStatements = true, traceQueries = false, readOnly = false } = options;
  if (readOnly && databaseUrl === undefined) requireFile(dataDir);
  const jitter = () => random.bytes(1).readUInt8() / 255;
  if (databaseUrl !== undefined && statementMs !== undefined && namedStatements) {
    await requireOwnConnections(databaseUrl, statementMs);
  }
  const open = (limit?: number): Database =>
    databaseUrl
      ? openPostgres({
          ...{ url: databaseUrl, jitter, onError, namedStatements, traceQueries, readOnly },
          statementMs: limit,
        })
      : openSqlite(dataDir, { jitter, onDamage, traceQueries, readOnly });
  const db = open();
  try {
    if (readOnly) {
      await requireServable(db.reader);
      await db.close();
      return onlyReading(open(statementMs));
    }
    if (options.migrate !== false) await runMigrations(db, clock.now());
    if (databaseUrl === undefined || statementMs === undefined) return db;
    // A migration has no time limit; statements after it have one.
    await db.close();
    return open(statementMs);
  } catch (error) {
    await db.close();
    throw error;
  }
}
