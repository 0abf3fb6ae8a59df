import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  isBackupDue,
  readScheduledBackup,
  recordBackupFault,
  recordScheduledBackup,
} from '#backups/index.ts';
import { withUnmigrated } from '#commands/open-reader.ts';
import type { World } from '#commands/shell/command.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { BackupSettings, Settings } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { recordBackup, recordVerified } from '#db/last-backup.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import type { SealingKey } from '#kernel/age-keys.ts';
import { counted } from '#kernel/counted.ts';
import { writeBackupArchive } from './archive.ts';
import { archiveName, isIncomplete, timeOfArchive } from './archive-name.ts';
import { openingOf } from './backup-key.ts';
import { whileAlone } from './backup-lease.ts';
import { type BackupPlace, makeCopyFolder, openPlace, removeLeftCopies } from './backup-place.ts';
import { copyPostgres, copySqlite } from './copy-database.ts';
import type { CopiedFiles } from './copy-files.ts';
import type { NamedFile } from './named-files.store.ts';
import { noteDamage } from './note-damage.ts';
import { requireOpens } from './open-again.ts';
import { makeManifest } from './verify-copy.ts';
import { type CopyFacts, verifyFile } from './verify-file.ts';

const DAY_MS = 86_400_000;

export interface Made extends CopyFacts {
  readonly file: string;
  readonly bytes: number;
  readonly files: CopiedFiles;
  /** Whether it was opened again; a public key can't do that. */
  readonly opened: boolean;
  /** Older backups that were deleted, by their names. */
  readonly deleted: readonly string[];
}

/**
 * Makes a backup where the settings say, and deletes those that are too old. One node makes it: the one that
 * holds the lease.
 * @param onlyIfDue makes none unless the schedule asks for one
 * @returns undefined if none was made
 */
export function makeScheduled(
  world: World,
  settings: Settings,
  backups: BackupSettings,
  onlyIfDue: boolean,
): Promise<Made | undefined> {
  const { dataDir } = settings.server;
  return withUnmigrated(world, settings, async (db) => {
    const copy = await makeCopyFolder(dataDir);
    try {
      const made = await whileAlone(world, db, copy, async () => {
        const at = world.clock.now();
        const last = await readScheduledBackup(db.reader);
        if (onlyIfDue && !isBackupDue(backups.schedule, last, at)) return undefined;
        await removeLeftCopies(dataDir);
        return make(world, settings, backups, { db, at, copy: copy.path });
      });
      if (made !== undefined || onlyIfDue) return made?.result;
      throw new CommandFailure(
        'Another backup is being made: try again when it is done. If its machine was lost, try again in ten minutes.',
      );
    } finally {
      await copy.remove();
    }
  });
}

interface Moment {
  readonly db: Database;
  readonly at: number;
  /** An empty folder beside the data, for the copy in clear. */
  readonly copy: string;
}

async function make(
  world: World,
  settings: Settings,
  backups: BackupSettings,
  moment: Moment,
): Promise<Made> {
  const { db, at } = moment;
  const place = openPlace(settings, backups.folder);
  const told = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const reason = `${what}: ${explainFailure(cause)}`;
      await db.transaction((tx) => recordBackupFault(tx, reason));
      throw new CommandFailure(reason, { cause });
    }
  };
  const made = await told(`No backup was made in ${place.name}`, () =>
    write(world, settings, { place, key: backups.key.reveal() }, moment),
  );
  const reason = lackOf(made.files);
  const fault =
    reason &&
    `A backup was made in ${place.name}, but ${reason}. The complete backups from before are kept`;
  // It counts for the schedule: the files are no less missing in a quarter of an hour, and the disk would fill.
  await db.transaction(async (tx) => {
    await recordScheduledBackup(tx, at);
    if (fault !== undefined) return recordBackupFault(tx, fault);
    await recordBackup(tx, at);
    if (made.opened) await recordVerified(tx, world.clock.now());
  });
  const deleted = await told('A backup was made, but old ones could not be deleted', () =>
    prune(place, backups, basename(made.file), world.clock.now()),
  );
  if (fault !== undefined) throw new CommandFailure(`${fault}.`);
  return { ...made, deleted };
}

/** Returns what keeps a backup from being complete, as a phrase. */
function lackOf({ missing, damaged }: CopiedFiles): string | undefined {
  const lacks = [
    ...(missing.length > 0
      ? [
          `${counted(missing.length, 'file that forms name is', 'files that forms name are')} missing and not in it, the first is ${missing[0]}`,
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${counted(damaged.length, 'file that forms name is', 'files that forms name are')} damaged in the storage, the first is ${damaged[0]}`,
        ]
      : []),
  ];
  return lacks.length === 0 ? undefined : lacks.join(', and ');
}

interface Target {
  readonly place: BackupPlace;
  readonly key: SealingKey;
}

async function write(
  { random }: World,
  { server, storage, files }: Settings,
  { place, key }: Target,
  { db, at, copy }: Moment,
): Promise<Omit<Made, 'deleted'>> {
  const unfinished = await place.makeUnfinished();
  try {
    const url = storage.databaseUrl?.reveal();
    const database = sqliteFile(copy);
    if (url === undefined) await copySqlite(sqliteFile(server.dataDir), database);
    else await copyPostgres(url, db.reader, copy, at);
    const facts = await verifyFile(database);
    const kept = files.s3 ? undefined : filesFolder(server.dataDir);
    const manifest = await makeManifest(database, {
      ...{ madeAt: at, engine: db.engine },
      files: kept === undefined ? 'elsewhere' : 'included',
    });
    const archive = join(unfinished.path, 'archive');
    const parts = { manifest, database, files: kept };
    const faulty: NamedFile[] = [];
    const written = await writeBackupArchive(archive, parts, { key, random }, (each) =>
      faulty.push(each),
    );
    const { sha256, files: copied } = written;
    const opening = openingOf(key);
    if (opening) await requireOpens(archive, { key: opening, isZipped: true, sha256 });
    const { size } = await stat(archive);
    const file = await place.place(archive, archiveName(at, lackOf(copied) === undefined));
    await noteDamage(db, faulty, at);
    return { ...facts, file, bytes: size, files: copied, opened: opening !== undefined };
  } finally {
    await unfinished.remove();
  }
}

/**
 * Deletes the backups that are neither among the newest nor young enough, and returns their names. An incomplete one
 * takes the place of other incomplete ones only. What was just made stays, whatever the clock says, and what seems to
 * come from the future neither goes nor counts: the clock was wrong then, or is wrong now.
 */
async function prune(
  place: BackupPlace,
  { keep, keepDays }: BackupSettings,
  made: string,
  now: number,
): Promise<readonly string[]> {
  const names = (await place.list())
    .filter((name) => name !== made && (timeOfArchive(name) ?? now + 1) <= now)
    .sort();
  const outdated = (incomplete: boolean, kept: number): readonly string[] => {
    const alike = names.filter((name) => isIncomplete(name) === incomplete);
    const rest = alike.slice(0, Math.max(0, alike.length - kept));
    return rest.filter((name) => (timeOfArchive(name) ?? now) < now - keepDays * DAY_MS);
  };
  const old = isIncomplete(made)
    ? outdated(true, keep - 1)
    : [...outdated(false, keep - 1), ...outdated(true, 0)];
  for (const name of old) await place.remove(name);
  return old;
}
