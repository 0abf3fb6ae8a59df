import { requireData, withReader } from '#commands/open-reader.ts';
import { command } from '#commands/shell/command.ts';
import { UsageError } from '#commands/shell/failures.ts';
import { isKilled, removeLeftovers, UPGRADE } from '#commands/work-folder/work-folder.ts';
import { readSettings } from '#config/settings.ts';
import { engineOf } from '#db/dialect.ts';
import { readLastBackup } from '#db/last-backup.ts';
import { readSchemaState, requireKnownSteps } from '#db/migrate.ts';
import { counted } from '#kernel/counted.ts';
import { VERSION } from '#kernel/version.ts';
import { type LargeTable, readLargestTables } from './largest-tables.store.ts';
import { type Trial, tryOnCopy } from './try-on-copy.ts';

const DAY_MS = 86_400_000;

export const upgrade = command({
  name: 'upgrade',
  summary: 'say what the start of this version will do to the data, and how long',
  details:
    'Run it with the new version while the old one still serves. It lists the\n' +
    'migrations that the first start of the new version will run. On SQLite it runs\n' +
    'them on a copy of the data and says how long they took; the copy is deleted. On\n' +
    'PostgreSQL it does not try them: it says how large the tables are.\n' +
    '\n' +
    'Data that a newer version has written is refused. The upgrade itself is made by\n' +
    'starting the new version, or by formstead migrate.',
  options: { check: { description: 'Only look. This is the only thing the command does.' } },
  json: true,
  examples: ['formstead upgrade --check'],
  async run(world, args) {
    if (!args.flag('check')) {
      throw new UsageError(
        'An upgrade is made by starting the new version. To see what that will do, give --check.',
      );
    }
    const settings = readSettings(world.env);
    requireData(settings);
    // Also if nothing is pending any more: the copy would stay until the next version.
    await removeLeftovers(settings.server.dataDir, UPGRADE, isKilled(world.clock.now()));
    const { pending, backupAt, rows } = await withReader(world, settings, async (reader) => {
      const state = await readSchemaState(reader);
      requireKnownSteps(state.foreign);
      const sizes = engineOf(reader) === 'postgres' ? await readLargestTables(reader) : [];
      return { pending: state.pending, backupAt: await readLastBackup(reader), rows: sizes };
    });
    const isFile = settings.storage.databaseUrl === undefined;
    const trial = isFile && pending.length > 0 ? await tryOnCopy(world, settings) : undefined;
    const isBackedUp = backupAt !== undefined && world.clock.now() - backupAt < DAY_MS;
    return {
      data: {
        version: VERSION,
        pending,
        ...(backupAt !== undefined && { lastBackupAt: new Date(backupAt).toISOString() }),
        ...(trial && { trial }),
        ...(isFile ? {} : { largestTables: rows }),
      },
      text: [
        pendingText(pending, isFile),
        ...(pending.length > 0 ? [isFile ? trialText(trial) : sizesText(rows)] : []),
        ...(pending.length > 0 && !isBackedUp
          ? [
              'No backup of the last day is known. Make one first: it is the only way back to the old version.',
            ]
          : []),
      ].join('\n\n'),
    };
  },
});

const pendingText = (pending: readonly string[], isFile: boolean): string =>
  pending.length === 0
    ? `Formstead ${VERSION} finds the schema up to date: its start changes nothing.`
    : [
        `The first start of Formstead ${VERSION} runs ${counted(pending.length, 'migration')}, ${isFile ? 'all or none' : 'one by one'}:`,
        ...pending.map((name) => `  ${name}`),
        'Nodes of the version before serve on until each is replaced, if no minor version is skipped.',
      ].join('\n');

function trialText(trial: Trial | undefined): string {
  if (trial === undefined) return '';
  if ('reason' in trial) return `It was not tried: ${trial.reason}`;
  const { migrateMs, copyMs, bytes } = trial;
  return `On a copy of the data (${megabytes(bytes)}, made in ${seconds(copyMs)}) they took ${seconds(migrateMs)}.`;
}

const sizesText = (tables: readonly LargeTable[]): string =>
  [
    'How long they take was not tried, because that would lock the tables. The largest tables are:',
    ...tables.map(
      ({ name, rows, bytes }) => `  ${name}: about ${counted(rows, 'row')}, ${megabytes(bytes)}`,
    ),
    'To know it, restore a dump into another database and run formstead migrate there.',
  ].join('\n');

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
