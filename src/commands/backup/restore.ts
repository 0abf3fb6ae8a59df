import { existsSync } from 'node:fs';
import { chmod, copyFile, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { command, type World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { quoted, record } from '#commands/shell/text.ts';
import { findIncomplete, placeFolder } from '#commands/work-folder/placed-folder.ts';
import {
  gatherLeftovers,
  isKilled,
  type Leftovers,
  makeWorkFolder,
  RESTORE,
  workFoldersIn,
} from '#commands/work-folder/work-folder.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { openReadOnly, sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import type { Random } from '#kernel/ids.ts';
import { makeFolder } from '#kernel/make-folder.ts';
import { findMasterKeyFault, masterKeyFile } from '#keys/index.ts';
import { isArchive, KEY_OPTION } from './backup-key.ts';
import {
  type CopiedFiles,
  checkCopiedFiles,
  filesBeside,
  filesText,
  foreignFiles,
  NO_FILES,
  requireArchivedFiles,
  requireCopiedFiles,
  requireIntactFiles,
} from './copy-files.ts';
import { discardKeys, type LostWithKeys, lostText } from './discard-keys.ts';
import type { Manifest } from './manifest.ts';
import { manifestBeside } from './manifest-beside.ts';
import { openBackup, requireBackup, verifyBackup } from './open-backup.ts';
import { placeFile } from './place-file.ts';
import { usePgRestore } from './postgres.ts';
import { change, takeFiles } from './restore-files.ts';
import { requireSameBytes } from './verify-copy.ts';
import { type CopyFacts, factsText } from './verify-file.ts';

const EPOCH_BYTES = 8;
/** The exit code when something was left out because it is damaged. */
const SKIPPED = 3;

export const restore = command({
  name: 'restore',
  summary: 'restore a backup into an empty data directory',
  details:
    'First put the master key in place: as DATA_DIR/master.key, or in\n' +
    'FORMSTEAD_MASTER_KEY. The files of forms are restored from FILE.files beside the\n' +
    'backup, or from inside an encrypted one, unless an S3 bucket keeps them.\n' +
    'Everything is checked before it is put in place: the database and every file are\n' +
    'compared with the hashes from when they were stored. Everything that was revoked,\n' +
    'deleted or deactivated after the backup is back: repeat those changes. Clients\n' +
    'that follow the changes of forms start again. Without the master key\n' +
    '(--discard-keys), webhooks and single sign-on need new secrets, and audit logs\n' +
    'are resealed.\n' +
    '\n' +
    'With PostgreSQL, it prints the pg_restore command to run.',
  options: {
    from: { value: 'FILE', description: 'The file that formstead backup created.', required: true },
    'key-file': KEY_OPTION,
    'without-files': {
      description:
        'Restore although files of forms are missing in the backup. Those that are there are restored; forms name the others, which nobody can read.',
    },
    'skip-damaged': {
      description:
        'Restore all that is sound. Forms then show which of their files are damaged or missing.',
    },
    'discard-keys': {
      description:
        'Restore without the keys if the master key is lost, and list what is lost with them.',
    },
  },
  json: true,
  exitCodes: { [SKIPPED]: 'with --skip-damaged: something was damaged or missing' },
  examples: [
    'FORMSTEAD_DATA_DIR=/var/lib/formstead formstead restore --from /backup/formstead-2026-11-20.db',
  ],
  async run(world, args) {
    const settings = readSettings(world.env);
    const { dataDir } = settings.server;
    const from = resolve(args.required('from'));
    if (settings.storage.databaseUrl) throw await noPostgres(world, from, args.required('from'));
    await requireBackup(from);
    const leftovers = await gatherLeftovers(dataDir, RESTORE, isKilled(world.clock.now()));
    await requireNoData(dataDir, leftovers);
    makeFolder(dataDir);
    const { path: folder, remove } = await makeWorkFolder(dataDir, RESTORE);
    try {
      const copy = sqliteFile(folder);
      const skips = args.flag('skip-damaged');
      const {
        database: backup,
        manifest,
        isUnproven,
      } = await openBackup(settings, {
        ...{ from, folder, skips },
        keyFile: args.text('key-file'),
      });
      const isPacked = backup !== from;
      await (isPacked ? rename(backup, copy) : copyFile(from, copy));
      await chmod(copy, 0o600);
      const { isChanged, ...found } = await verifyBackup(copy, from, manifest);
      if (!skips) requireSameBytes(isChanged);
      const isInBucket = settings.files.s3 !== undefined;
      const source = isInBucket ? undefined : foreignFiles(filesBeside(backup));
      const requireAll = (copied: CopiedFiles): void => {
        if (skips) return;
        requireIntactFiles(copied);
        if (args.flag('without-files')) return;
        if (isPacked) requireArchivedFiles(copied);
        else requireCopiedFiles(copied, from);
      };
      requireAll(await checkCopiedFiles(copy, source));
      const isWithoutKeys = args.flag('discard-keys');
      renewEpoch(copy, world.random);
      endCopying(copy);
      const lost = isWithoutKeys ? change(copy, discardKeys) : undefined;
      if (!isWithoutKeys) await requireMasterKey(world, settings, copy);
      // Until here this restore could be refused, and what is left of the last one be all that there is.
      await leftovers.remove();
      const facts = isWithoutKeys ? { ...found, masterKeys: [] } : found;
      const placed = filesFolder(folder);
      const files = source
        ? await takeFiles(copy, { source, to: placed, now: world.clock.now() })
        : NO_FILES;
      requireAll(files);
      const target = sqliteFile(dataDir);
      const place = { folder: placed, to: filesFolder(dataDir), completedBy: target };
      if (files.files > 0) await placeFolder(folder, place);
      await placeFile(copy, target);
      return {
        data: { dataDir, ...facts, files: isInBucket ? null : files, ...(lost && { lost }) },
        text: restoredText(settings, from, { facts, files, lost, manifest, isUnproven, isChanged }),
        exitCode: skips && (isUnproven || isChanged || lacks(files)) ? SKIPPED : 0,
      };
    } finally {
      await remove();
    }
  },
});

const lacks = ({ missing, damaged }: CopiedFiles): boolean => missing.length + damaged.length > 0;

interface Restored {
  readonly facts: CopyFacts;
  readonly files: CopiedFiles;
  readonly lost: LostWithKeys | undefined;
  readonly manifest: Manifest | undefined;
  readonly isUnproven: boolean;
  readonly isChanged: boolean;
}

function restoredText(
  settings: Settings,
  from: string,
  { facts, files, lost, manifest, isUnproven, isChanged }: Restored,
): string {
  const { s3 } = settings.files;
  return [
    record({
      restored: from,
      to: settings.server.dataDir,
      ...factsText(facts),
      ...(s3 ? {} : filesText(files)),
    }),
    ...(s3 ? [`The files of forms are expected in the bucket ${s3.bucket}.`] : []),
    ...(lost ? [lostText(lost)] : []),
    ...(manifest === undefined
      ? [
          `${isUnproven ? `${manifestBeside(from)} is damaged` : `There is no ${manifestBeside(from)}, as of backups of older versions`}: nothing proves that its rows are the ones that were copied.`,
        ]
      : []),
    ...(isChanged
      ? ['Bytes of the database in the backup had changed, but every table reads as it did.']
      : []),
    ...(files.damaged.length > 0 ? ['Damaged files were left out, and their forms say so.'] : []),
    'Start the service. What was revoked, deleted or deactivated since the backup is as it was before, and clients that follow the changes of forms begin anew.',
  ].join('\n\n');
}

async function noPostgres(world: World, from: string, typed: string): Promise<CommandFailure> {
  return (await isArchive(from))
    ? new CommandFailure(
        'An encrypted backup is restored into an empty data directory, and moves to PostgreSQL from there: unset FORMSTEAD_DATABASE_URL, restore, then run formstead migrate-storage --to with that URL.',
      )
    : usePgRestore(world.env, typed);
}

/** Refuses a directory with a database, with stored files, or with the -wal and -shm files of a running server. */
async function requireNoData(dataDir: string, leftovers: Leftovers): Promise<void> {
  const database = sqliteFile(dataDir);
  const traces = [database, `${database}-wal`, `${database}-shm`, filesFolder(dataDir)];
  const found = traces.find(existsSync);
  if (found === undefined) return;
  await leftovers.remove();
  for (const work of await workFoldersIn(dataDir, RESTORE)) {
    if ((await findIncomplete(work)) !== found) continue;
    throw new CommandFailure(
      `There is data already: ${found}. Another formstead restore put it there, and has not completed it. If none runs any more, on no machine, delete what it left and restore again: rm -r ${quoted(found)} ${quoted(work)}`,
    );
  }
  throw new CommandFailure(
    `There is data already: ${found}. Stop the service that uses it and move the directory aside, or set FORMSTEAD_DATA_DIR to an empty one.`,
  );
}

async function requireMasterKey(
  { random }: World,
  { server, security }: Settings,
  copy: string,
): Promise<void> {
  const { dataDir } = server;
  const db = openReadOnly(copy);
  const options = { dataDir, masterKey: security.masterKey?.reveal() };
  const fault = await findMasterKeyFault(db.reader, options, random).finally(() => db.close());
  if (fault === undefined) return;
  throw new CommandFailure(
    `${fault} Put the right one into ${masterKeyFile(dataDir)} or FORMSTEAD_MASTER_KEY and restore again; if it is lost, restore with --discard-keys.`,
  );
}

/** Renews the epoch of the change feed: old cursors may name changes that this state never had, so they are refused. */
const renewEpoch = (copy: string, random: Random): void =>
  change(copy, (handle) => {
    const hasEpoch = handle
      .prepare("select 1 from pragma_table_info('form_change_heads') where name = 'epoch'")
      .get();
    // A backup of an older version has cursors without an epoch, and those are always refused.
    if (hasEpoch === undefined) return;
    // Also for an account whose changes nobody had read: they may have been read since, with the epoch of a new head.
    handle
      .prepare(
        `insert into form_change_heads (account_id, seq, epoch) select id, 0, ? from accounts where true
           on conflict (account_id) do update set epoch = excluded.epoch`,
      )
      .run(random.bytes(EPOCH_BYTES).toString('hex'));
  });

/** Ends the leases of the backup that made this copy: it is not made here. */
const endCopying = (copy: string): void =>
  change(copy, (handle) => {
    handle.prepare("delete from leases where name = 'backup' or name like 'backup/%'").run();
  });
