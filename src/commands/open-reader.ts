import { existsSync } from 'node:fs';
import type { Settings } from '#config/settings.ts';
import type { Database, Reader } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { openReadOnly, sqliteFile } from '#db/open-sqlite.ts';
import type { World } from './shell/command.ts';
import { CommandFailure } from './shell/failures.ts';

export const hasDatabaseFile = ({ server }: Settings): boolean =>
  existsSync(sqliteFile(server.dataDir));

/** Refuses a directory without data: a mistyped directory must not become a new, empty deployment. */
export function requireData(settings: Settings): void {
  if (settings.storage.databaseUrl !== undefined || hasDatabaseFile(settings)) return;
  throw new CommandFailure(
    `There is no data in ${settings.server.dataDir}. Set FORMSTEAD_DATA_DIR to the directory of the service, or start a new one with: formstead setup`,
  );
}

/** Opens the database for reading, at any schema version, and changes nothing. */
export async function withReader<T>(
  world: World,
  settings: Settings,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  if (settings.storage.databaseUrl) {
    return withUnmigrated(world, settings, (db) => work(db.reader));
  }
  const db = openReadOnly(sqliteFile(settings.server.dataDir));
  try {
    return await work(db.reader);
  } finally {
    await db.close();
  }
}

/** Opens the database without migrating its schema. */
export async function withUnmigrated<T>(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  { server, storage }: Settings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { dataDir } = server;
  const databaseUrl = storage.databaseUrl?.reveal();
  const db = await openDatabase({
    dataDir,
    databaseUrl,
    clock,
    random,
    migrate: false,
    namedStatements: storage.namedStatements,
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
