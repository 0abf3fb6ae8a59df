import { readSettings, type Settings } from '#config/settings.ts';
import { readSchemaState } from '#db/migrate.ts';
import { migrations } from '#db/migrations/index.ts';
import { runMigrations } from '#db/run-migrations.ts';
import { hasDatabaseFile, withReader, withUnmigrated } from './open-reader.ts';
import { command, type World } from './shell/command.ts';

export const migrateCommand = command({
  name: 'migrate',
  summary: 'bring the database schema up to date',
  details:
    'Every start does this automatically. Run the command to watch an upgrade, or to\n' +
    'migrate before the first new node starts. On SQLite, all migrations apply or\n' +
    'none. On PostgreSQL, each one applies or not, under a lock: it waits 3 seconds at\n' +
    'a time for a table that others use, and nodes of the version before serve\n' +
    'meanwhile. Run it again after an interruption. Take a backup first: the only way\n' +
    'back to an older version is to restore one.',
  options: { 'dry-run': { description: 'Only list the migrations that would run.' } },
  json: true,
  examples: ['formstead migrate --dry-run', 'formstead migrate --json'],
  async run(world, args) {
    const settings = readSettings(world.env);
    if (args.flag('dry-run')) {
      const pending = await readPending(world, settings);
      return { data: { pending }, text: listed('Would run', pending) };
    }
    const ran = await withUnmigrated(world, settings, (db) => runMigrations(db, world.clock.now()));
    return { data: { ran }, text: listed('Ran', ran) };
  },
});

async function readPending(world: World, settings: Settings): Promise<readonly string[]> {
  const isNew = settings.storage.databaseUrl === undefined && !hasDatabaseFile(settings);
  if (isNew) return migrations.map(({ name }) => name);
  const { pending } = await withReader(world, settings, (reader) => readSchemaState(reader));
  return pending;
}

const listed = (what: string, names: readonly string[]): string =>
  names.length === 0
    ? 'The schema is up to date.'
    : [`${what}:`, ...names.map((name) => `  ${name}`)].join('\n');
