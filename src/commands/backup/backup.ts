import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { requireData, withUnmigrated } from '#commands/open-reader.ts';
import { command, type World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { record } from '#commands/shell/text.ts';
import { readSettings, type Settings } from '#config/settings.ts';
import { recordBackup } from '#db/last-backup.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import { masterKeyFile } from '#keys/index.ts';
import {
  type CopiedFiles,
  copyFiles,
  filesBeside,
  filesText,
  NO_FILES,
  ownFiles,
} from './copy-files.ts';
import { placeFile, taken } from './place-file.ts';
import { usePgDump } from './postgres.ts';
import { type CopyFacts, factsText, verifyFile } from './verify-file.ts';

export const backup = command({
  name: 'backup',
  summary: 'copy the data to one file while the service runs',
  details:
    'The file is an SQLite database with the data of one moment, even if data is\n' +
    'written meanwhile. It is checked before it gets its name (mode 0600). The keys\n' +
    'in it are wrapped with the master key, which is not in the file, so nobody can\n' +
    'create tokens from it. Keep a copy of DATA_DIR/master.key (or\n' +
    'FORMSTEAD_MASTER_KEY) in another place. Files of forms are copied into\n' +
    'FILE.files beside it, and belong to the backup. Files in an S3 bucket are not\n' +
    'copied: back up the bucket separately.\n' +
    '\n' +
    'It notes in the data when the backup was made, which the alert for old backups\n' +
    'reads. With PostgreSQL, it prints the pg_dump command to run.',
  options: {
    to: { value: 'FILE', description: 'The file to create. It must not exist.', required: true },
  },
  json: true,
  examples: ['formstead backup --to /backup/formstead-2026-11-20.db'],
  async run(world, args) {
    const settings = readSettings(world.env);
    const to = resolve(args.required('to'));
    if (settings.storage.databaseUrl) throw usePgDump(world.env, args.required('to'));
    requireData(settings);
    const { dataDir } = settings.server;
    const isInBucket = settings.files.s3 !== undefined;
    const from = isInBucket ? undefined : filesFolder(dataDir);
    const { bytes, files, ...facts } = await backUp(sqliteFile(dataDir), to, from);
    const fault = await note(world, settings);
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
        `${files.missing.length === 0 ? 'It' : 'The data'} is complete and sound. The master key is not in it: keep a copy of ${key} apart from it.`,
      ].join('\n\n'),
    };
  },
});

/**
 * Notes when the backup was made.
 * @returns a sentence if that failed: the backup is good all the same
 */
async function note(world: World, settings: Settings): Promise<string | undefined> {
  try {
    await withUnmigrated(world, settings, (db) => recordBackup(db.reader, world.clock.now()));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The time of this backup could not be noted, so the alert for old backups does not know of it: ${reason}`;
  }
}

/** @param files the folder of the files that the data names; undefined if they are not on this machine */
async function backUp(
  database: string,
  to: string,
  files: string | undefined,
): Promise<CopyFacts & { readonly bytes: number; readonly files: CopiedFiles }> {
  const beside = filesBeside(to);
  for (const path of [to, beside]) if (existsSync(path)) throw taken(path);
  if (!existsSync(dirname(to))) throw new CommandFailure(`There is no directory ${dirname(to)}.`);
  // The temporary folder is next to the target, so that a rename is atomic. Only its owner can read it.
  const folder = await mkdtemp(join(dirname(to), `.${basename(to)}-`));
  try {
    const copy = join(folder, 'copy.db');
    await writeFile(copy, '', { flag: 'wx', mode: 0o600 });
    copyDatabase(database, copy);
    const facts = await verifyFile(copy);
    const { size } = await stat(copy);
    const copied = join(folder, 'files');
    const found = files === undefined ? NO_FILES : await copyFiles(copy, ownFiles(files), copied);
    // The files get their name first, so that a backup with its final name is always complete.
    if (found.files > 0) await rename(copied, beside);
    await placeFile(copy, to);
    return { ...facts, bytes: size, files: found };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const bucketText = ({ files }: Settings): string =>
  `The files of forms are NOT in it: they are in the bucket ${files.s3?.bucket}. Back it up with its own means.`;

/**
 * Copies the database in one read transaction, so that writers never wait and the copy is consistent. SQLite's backup
 * call starts again whenever another process writes; `vacuum into` does not, and leaves out deleted data.
 */
function copyDatabase(from: string, to: string): void {
  const source = new SqliteDatabase(from, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
}
