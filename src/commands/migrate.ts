import { existsSync } from 'node:fs';
import { readSettings, type Settings } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { readSchemaState, migrate as runMigrations } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { command, type World } from './shell/command.ts';

/** `formstead migrate`. */
export const migrate = command({
  name: 'migrate',
  summary: 'bring the database schema up to date',
  details:
    'Every start does this by itself; as a command it lets an upgrade be watched, or\n' +
    'run before the first new node starts. All or nothing, under a lock. Take a backup\n' +
    'first: there is no way back to an older version but restoring one.',
  options: { 'dry-run': { description: 'Only list what would run.' } },
  json: true,
  examples: ['formstead migrate --dry-run', 'formstead migrate --json'],
  async run(world, args) {
    const settings = readSettings(world.env);
    if (args.flag('dry-run')) {
      const pending = await readPending(world, settings);
      return { data: { pending }, text: listed('Would run', pending) };
    }
    const ran = await withDatabase(world, settings, (db) =>
      db.transaction((tx) => runMigrations(tx, world.clock.now())),
    );
    return { data: { ran }, text: listed('Ran', ran) };
  },
});

async function readPending(world: World, settings: Settings): Promise<readonly string[]> {
  const isNew = settings.storage.databaseUrl === undefined && !existsSync(fileOf(settings));
  if (isNew) return migrations.map(({ name }) => name);
  const { pending } = await withDatabase(world, settings, (db) => readSchemaState(db.reader));
  return pending;
}

async function withDatabase<T>(
  { clock, random }: World,
  settings: Settings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { server, storage } = settings;
  const databaseUrl = storage.databaseUrl?.reveal();
  const options = { dataDir: server.dataDir, databaseUrl, clock, random, migrate: false };
  const db = await openDatabase(options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const fileOf = ({ server }: Settings): string => sqliteFile(server.dataDir);

const listed = (what: string, names: readonly string[]): string =>
  names.length === 0
    ? 'The schema is up to date.'
    : [`${what}:`, ...names.map((name) => `  ${name}`)].join('\n');
