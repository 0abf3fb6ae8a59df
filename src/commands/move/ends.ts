// The two storages of a move: where the data is, and where it goes.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { Client } from 'pg';
import { AS_TEXT, postgresRows } from '#commands/rows/postgres-rows.ts';
import type { RowTarget } from '#commands/rows/rows.ts';
import { sqliteRows } from '#commands/rows/sqlite-rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { MIGRATION_LOCK } from '#db/migrate.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { DataDirInUse, lockForServing } from '#db/serving-lock.ts';

/** The address of a storage. */
export type Place =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | { readonly engine: 'postgres'; readonly url: string };

/** An open storage that no other process serves meanwhile. */
export interface End {
  readonly rows: RowTarget;
  /** Runs a statement that both engines know. */
  exec(sql: string): Promise<void>;
  /** The handle, if it is an SQLite file: it tells the tables. */
  readonly handle: SqliteDatabase.Database | undefined;
  close(): Promise<void>;
}

export const placeOf = ({ server, storage }: Settings): Place =>
  storage.databaseUrl
    ? { engine: 'postgres', url: storage.databaseUrl.reveal() }
    : { engine: 'sqlite', dataDir: resolve(server.dataDir) };

/** @throws CommandFailure if it is neither `postgres://…` nor `sqlite:DIRECTORY` */
export function parsePlace(text: string): Place {
  const [, dataDir] = /^sqlite:(.+)$/.exec(text) ?? [];
  if (dataDir !== undefined) return { engine: 'sqlite', dataDir: resolve(dataDir) };
  const url = URL.parse(text);
  if (url && /^postgres(?:ql)?:$/.test(url.protocol)) return { engine: 'postgres', url: text };
  throw new CommandFailure(
    'Give the target as postgres://USER@HOST/DATABASE, or as sqlite:DIRECTORY.',
  );
}

/** Returns a place for people, without a password. */
export function nameOf(place: Place): string {
  if (place.engine === 'sqlite') return sqliteFile(place.dataDir);
  const { host, pathname } = new URL(place.url);
  return `postgres://${host}${pathname}`;
}

/**
 * Opens a storage that the service must not use meanwhile.
 * @param because why not, for people
 * @throws CommandFailure while something else uses it
 */
export const openEnd = (
  place: Place,
  use: 'read' | 'write',
  because = 'what it writes meanwhile would be missing in the copy.',
): Promise<End> =>
  place.engine === 'sqlite'
    ? openFile(place.dataDir, use, because)
    : openServer(place.url, because);

async function openFile(dataDir: string, use: 'read' | 'write', because: string): Promise<End> {
  const unlock = lock(dataDir, because);
  const options = { fileMustExist: true, readonly: use === 'read' };
  const handle = new SqliteDatabase(sqliteFile(dataDir), options);
  handle.pragma('foreign_keys = on');
  // With `full`, what one batch wrote is on the disk before the next one begins.
  handle.pragma('synchronous = full');
  const rows = sqliteRows(handle);
  return {
    rows,
    handle,
    async exec(sql) {
      handle.exec(sql);
    },
    async close() {
      await rows.close();
      unlock();
    },
  };
}

function lock(dataDir: string, because: string): () => void {
  try {
    return lockForServing(dataDir);
  } catch (cause) {
    if (!(cause instanceof DataDirInUse)) throw cause;
    throw inUse(`A service, or another move, uses ${dataDir}.`, because, cause);
  }
}

/** @throws CommandFailure while another connection is open: a service would write what the copy then lacks. */
async function openServer(url: string, because: string): Promise<End> {
  const client = new Client({ connectionString: url, types: AS_TEXT });
  // A lost connection fails the query that waits for it; between two queries, the next one fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await waitUntilAlone(client, because);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    rows: postgresRows(client),
    handle: undefined,
    async exec(sql) {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}

const PATIENCE_MS = 3000;
const POLL_MS = 100;

/** Waits a moment, because the server may still be closing a connection that a process has left. */
async function waitUntilAlone(client: Client, because: string): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const reason = await whyNotAlone(client);
    if (reason === undefined) return;
    if (waited >= PATIENCE_MS) throw inUse(reason, because);
    await sleep(POLL_MS);
  }
}

async function whyNotAlone(client: Client): Promise<string | undefined> {
  // A node that starts waits for this lock, so that none starts meanwhile.
  const lockResult = await client.query('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  if (lockResult.rows[0]?.taken !== 't') return 'A service, or another move, uses the database.';
  const { rows } = await client.query(
    `select count(*) as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  const others = Number(rows[0]?.others);
  return others === 0
    ? undefined
    : `The database has ${others} other connections: of a service, or of another program.`;
}

const inUse = (what: string, because: string, cause?: unknown): CommandFailure =>
  new CommandFailure(`${what} Stop it first: ${because}`, { cause });
