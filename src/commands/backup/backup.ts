import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasDatabaseFile, requireData, withUnmigrated } from '#commands/open-reader.ts';
import { type Answer, command, type World } from '#commands/shell/command.ts';
import { CommandFailure, UsageError } from '#commands/shell/failures.ts';
import { record } from '#commands/shell/text.ts';
import { noteFolder, removeNote, removeNoted } from '#commands/work-folder/noted-folders.ts';
import { placeFolder } from '#commands/work-folder/placed-folder.ts';
import {
  BACKUP_TO,
  isKilled,
  makeWorkFolder,
  removeLeftovers,
} from '#commands/work-folder/work-folder.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { recordBackup, recordVerified } from '#db/last-backup.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import { counted } from '#kernel/counted.ts';
import { masterKeyFile, masterKeyIds } from '#keys/index.ts';
import { isArchive, KEY_OPTION, readBackupKey } from './backup-key.ts';
import { whileFilesStay } from './backup-lease.ts';
import { copySqlite } from './copy-database.ts';
import {
  type CopiedFiles,
  copyFiles,
  filesBeside,
  filesText,
  NO_FILES,
  ownFiles,
} from './copy-files.ts';
import { putManifest } from './manifest-beside.ts';
import type { NamedFile } from './named-files.store.ts';
import { noteDamage } from './note-damage.ts';
import { placeFile, taken } from './place-file.ts';
import { usePgDump } from './postgres.ts';
import { makeScheduled } from './scheduled.ts';
import { verifyArchive, verifyPlain } from './verify-archive.ts';
import { makeManifest } from './verify-copy.ts';
import { type CopyFacts, factsText, verifyFile } from './verify-file.ts';

/** The exit code when files that the data names are missing or damaged. */
const LACKING = 3;

export const backup = command({
  name: 'backup',
  summary: 'copy the data to one file while the service runs',
  details:
    'With --to: an SQLite database with the data of one moment, even if data is\n' +
    'written meanwhile. It is checked before it gets its name (mode 0600). The keys\n' +
    'in it are wrapped with the master key, which is not in the file, so nobody can\n' +
    'create tokens from it. Keep a copy of DATA_DIR/master.key (or\n' +
    'FORMSTEAD_MASTER_KEY) in another place. Files of forms are copied into\n' +
    'FILE.files beside it with a manifest, and belong to the backup. Files in an S3 bucket are not\n' +
    'copied: back up the bucket separately. With PostgreSQL, --to prints the pg_dump\n' +
    'command to run.\n' +
    '\n' +
    'Without --to: a backup as the schedule makes it, now. It is one encrypted file\n' +
    'in FORMSTEAD_BACKUP_TO, on both engines, and deletes backups that are too old.\n' +
    '\n' +
    'With --verify: reads a backup of either kind to its end, and compares its\n' +
    'database and every file of a form with the hashes from when they were stored.\n' +
    'Run it often, on a machine that may have what opens the backup.\n' +
    '\n' +
    'A stored file whose bytes are missing or have changed is named and marked in the\n' +
    'data, and the backup is incomplete: it replaces no older one.\n' +
    '\n' +
    'A backup notes in the data when it was made, which the alert for old backups\n' +
    'reads.',
  options: {
    to: { value: 'FILE', description: 'The file to create. It must not exist.' },
    verify: { value: 'FILE', description: 'Check a backup instead of making one.' },
    'key-file': KEY_OPTION,
    'if-due': { description: 'Make a backup only if the schedule asks for one now.' },
  },
  json: true,
  examples: [
    'formstead backup --to /backup/formstead-2026-11-20.db',
    'formstead backup',
    'formstead backup --verify formstead-20261120T020000Z.tar.gz.age --key-file key.txt',
  ],
  exitCodes: { [LACKING]: 'with --to: files that the data names are missing or damaged' },
  async run(world, args) {
    const settings = readSettings(world.env);
    const [to, path] = [args.text('to'), args.text('verify')];
    if (to !== undefined && path !== undefined) {
      throw new UsageError('Give --to or --verify, not both.');
    }
    if (path !== undefined) return verified(world, settings, resolve(path), args.text('key-file'));
    return to === undefined
      ? bySchedule(world, settings, args.flag('if-due'))
      : toFile(world, settings, to);
  },
});

async function verified(
  world: World,
  settings: Settings,
  path: string,
  keyFile: string | undefined,
): Promise<Answer> {
  if (!existsSync(path)) throw new CommandFailure(`There is no file ${path}.`);
  const found = (await isArchive(path))
    ? await verifyArchive(path, readBackupKey(settings, keyFile), world.clock.now())
    : await verifyPlain(path);
  const { madeAt, version, tables, rows, files, ...facts } = found;
  const isNoted = await noteVerified(world, settings, facts);
  return {
    data: {
      ...found,
      madeAt: new Date(madeAt).toISOString(),
      files: files ?? null,
      noted: isNoted,
    },
    text: [
      record({
        backup: path,
        made: `${new Date(madeAt).toISOString()} by Formstead ${version}`,
        ...factsText(facts),
        tables: `${tables}, ${counted(rows, 'row')}`,
        ...(files === undefined ? {} : filesText(files)),
      }),
      `It can be restored: every table is as it was when the backup was made.${files === undefined ? ' The files of forms are not in it.' : ''}`,
      isNoted
        ? 'The data notes that a backup was verified now.'
        : 'The data of this backup is not here, or can not be written. Where the service runs, note that it was verified: formstead note-backup --verified',
    ].join('\n\n'),
  };
}

/** Notes in the data that a backup of it was verified. @returns false if the data here is of another service, or none */
async function noteVerified(
  world: World,
  settings: Settings,
  { masterKeys }: CopyFacts,
): Promise<boolean> {
  if (settings.storage.databaseUrl === undefined && !hasDatabaseFile(settings)) return false;
  try {
    return await withUnmigrated(world, settings, async (db) => {
      const own = await masterKeyIds(db.reader);
      if (!masterKeys.some((id) => own.includes(id))) return false;
      await recordVerified(db.reader, world.clock.now());
      return true;
    });
  } catch {
    // The backup is good all the same, and the answer says that it was not noted.
    return false;
  }
}

async function bySchedule(world: World, settings: Settings, onlyIfDue: boolean): Promise<Answer> {
  const { backups } = settings;
  if (backups === undefined) {
    throw new UsageError('Give --to FILE, or set FORMSTEAD_BACKUP_TO and FORMSTEAD_BACKUP_KEY.');
  }
  requireData(settings);
  const made = await makeScheduled(world, settings, backups, onlyIfDue);
  if (made === undefined) return { data: { file: null }, text: 'No backup is due.' };
  const { file, bytes, files, deleted, opened: _, ...facts } = made;
  const isInBucket = settings.files.s3 !== undefined;
  return {
    data: { ...made, files: isInBucket ? null : files },
    text: [
      record({
        backup: file,
        bytes: String(bytes),
        ...factsText(facts),
        ...(isInBucket ? {} : filesText(files)),
        'old backups deleted': String(deleted.length),
      }),
      ...(isInBucket ? [bucketText(settings)] : []),
      'It is encrypted with FORMSTEAD_BACKUP_KEY. Neither that nor the master key is in it.',
      made.opened
        ? 'It was opened again, and holds what was written.'
        : 'It was NOT opened again, since only the secret key does that: check it where that key is, with formstead backup --verify FILE --key-file KEY.',
    ].join('\n\n'),
  };
}

async function toFile(world: World, settings: Settings, name: string): Promise<Answer> {
  const to = resolve(name);
  if (settings.storage.databaseUrl) throw usePgDump(world.env, name);
  requireData(settings);
  const { dataDir } = settings.server;
  const isInBucket = settings.files.s3 !== undefined;
  const from = isInBucket ? undefined : filesFolder(dataDir);
  const now = world.clock.now();
  await removeLeftovers(dirname(to), BACKUP_TO, isKilled(now));
  await removeNoted(dataDir, now);
  const work = () => backUp(dataDir, { to, from, now });
  const made = await (from === undefined ? work() : whileFilesStay(world, settings, work));
  const { bytes, files, faulty, ...facts } = made;
  const isComplete = faulty.length === 0;
  const fault = await note(world, settings, faulty);
  const key = settings.security.masterKey ? 'FORMSTEAD_MASTER_KEY' : masterKeyFile(dataDir);
  return {
    data: { file: to, bytes, ...facts, files: isInBucket ? null : files },
    text: [
      record({
        backup: to,
        bytes: String(bytes),
        ...factsText(facts),
        ...(isInBucket ? {} : filesText(files)),
      }),
      ...(isInBucket ? [bucketText(settings)] : []),
      ...(fault === undefined ? [] : [fault]),
      ...(isComplete ? [] : [INCOMPLETE_TEXT]),
      `${isComplete ? 'It' : 'The database in it'} is complete and sound. The master key is not in it: keep a copy of ${key} apart from it.`,
    ].join('\n\n'),
    exitCode: isComplete ? 0 : LACKING,
  };
}

const INCOMPLETE_TEXT =
  'Files that forms name are missing or damaged in the storage, so it does not count as a backup: keep the older ones, and look for these files in them.';

/**
 * Notes when a complete backup was made, and marks the files that an incomplete one lacks.
 * @returns a sentence if that failed: the backup is good all the same
 */
async function note(
  world: World,
  settings: Settings,
  faulty: readonly NamedFile[],
): Promise<string | undefined> {
  const now = world.clock.now();
  try {
    await withUnmigrated(world, settings, async (db) => {
      await db.transaction(async (tx) => {
        if (faulty.length > 0) return;
        await recordBackup(tx, now);
        // It was checked before it got its name.
        await recordVerified(tx, now);
      });
      await noteDamage(db, faulty, now);
    });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The time of this backup could not be noted, so the alert for old backups does not know of it: ${reason}`;
  }
}

interface Copy extends CopyFacts {
  readonly bytes: number;
  readonly files: CopiedFiles;
  readonly faulty: readonly NamedFile[];
}

interface Order {
  readonly to: string;
  /** The folder of the files that the data names; undefined if they are not on this machine. */
  readonly from: string | undefined;
  readonly now: number;
}

async function backUp(dataDir: string, { to, from, now }: Order): Promise<Copy> {
  const beside = filesBeside(to);
  for (const path of [to, beside]) if (existsSync(path)) throw taken(path);
  if (!existsSync(dirname(to))) throw new CommandFailure(`There is no directory ${dirname(to)}.`);
  // The temporary folder is next to the target, so that a rename is atomic. Only its owner can read it.
  const { path: folder, remove } = await makeWorkFolder(dirname(to), BACKUP_TO, (path) =>
    noteFolder(dataDir, path),
  );
  try {
    const copy = join(folder, 'copy.db');
    await copySqlite(sqliteFile(dataDir), copy);
    const facts = await verifyFile(copy);
    const { size } = await stat(copy);
    const copied = join(folder, 'files');
    await mkdir(copied, { mode: 0o700 });
    const faulty: NamedFile[] = [];
    const found =
      from === undefined
        ? NO_FILES
        : await copyFiles(copy, ownFiles(from), copied, (each) => faulty.push(each));
    const files = from === undefined ? 'elsewhere' : 'included';
    const about = { madeAt: now, engine: 'sqlite', files } as const;
    await putManifest(copied, await makeManifest(copy, about));
    // The files get their name first, so that a backup with its final name is always complete.
    const place = { folder: copied, to: beside, completedBy: to };
    await placeFolder(folder, place);
    await placeFile(copy, to);
    return { ...facts, bytes: size, files: found, faulty };
  } finally {
    await remove();
    await removeNote(dataDir, folder);
  }
}

const bucketText = ({ files }: Settings): string =>
  `The files of forms are NOT in it: they are in the bucket ${files.s3?.bucket}. Back it up with its own means.`;
