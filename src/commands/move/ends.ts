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
import { MIGRATION_LOCK, MOVER_NAME } from '#db/migrate.ts';
import { READER_NAME } from '#db/open-postgres.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { DataDirInUse, lockForServing, type ServingUse } from '#db/serving-lock.ts';
import { counted } from '#kernel/counted.ts';

/** The address of a storage. */
export type Place =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | { readonly engine: 'postgres'; readonly url: string };

/** An open storage to which no service writes meanwhile. */
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
 * Opens a storage to read from it, beside nodes that only read, or to write to it alone.
 * @param because why a service may not write to it meanwhile, for people
 * @throws CommandFailure while something else uses it
 */
export const openEnd = (place: Place, use: ServingUse, because?: string): Promise<End> => {
  const how = { use, because: because ?? BECAUSE[use] };
  return place.engine === 'sqlite' ? openFile(place.dataDir, how) : openServer(place.url, how);
};

interface Using {
  readonly use: ServingUse;
  readonly because: string;
}

const BECAUSE: Readonly<Record<ServingUse, string>> = {
  read: 'what it writes meanwhile would be missing in the copy.',
  write: 'nothing else may use what the data is moved to.',
};

async function openFile(dataDir: string, how: Using): Promise<End> {
  const unlock = lock(dataDir, how);
  const options = { fileMustExist: true, readonly: how.use === 'read' };
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

function lock(dataDir: string, how: Using): () => void {
  try {
    return lockForServing(dataDir, how.use);
  } catch (cause) {
    if (!(cause instanceof DataDirInUse)) throw cause;
    throw inUse(`A service, or another move, uses ${dataDir}.`, how, cause);
  }
}

/** @throws CommandFailure while another connection is open: a service would write what the copy then lacks. */
async function openServer(url: string, how: Using): Promise<End> {
  const client = new Client({ connectionString: url, types: AS_TEXT });
  // A lost connection fails the query that waits for it; between two queries, the next one fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (how.use === 'read') await client.query(`set application_name = '${MOVER_NAME}'`);
    await waitUntilAlone(client, how);
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
async function waitUntilAlone(client: Client, how: Using): Promise<void> {
  for (let waited = 0; ; waited += POLL_MS) {
    const reason = await whyNotAlone(client, how.use);
    if (reason === undefined) return;
    if (waited >= PATIENCE_MS) throw inUse(reason, how);
    await sleep(POLL_MS);
  }
}

async function whyNotAlone(client: Client, use: ServingUse): Promise<string | undefined> {
  // A node that starts waits for this lock, so that none starts meanwhile.
  const lockResult = await client.query('select pg_try_advisory_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  if (lockResult.rows[0]?.taken !== 't') return 'A service, or another move, uses the database.';
  const { rows } = await client.query(
    `select count(*) as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name <> $1`,
    [use === 'read' ? READER_NAME : ''],
  );
  const others = Number(rows[0]?.others);
  return others === 0
    ? undefined
    : `The database has ${counted(others, 'other connection')}: of a service, or of another program.`;
}

function inUse(what: string, { use, because }: Using, cause?: unknown): CommandFailure {
  const instead = use === 'read' ? ', or start it with FORMSTEAD_READ_ONLY=on' : '';
  return new CommandFailure(`${what} Stop it first${instead}: ${because}`, { cause });
}
