import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  isDue,
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
import { recordBackup } from '#db/last-backup.ts';
import { leasesIn } from '#db/leases.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { filesFolder } from '#files/files.ts';
import { ARCHIVE_ENDING, writeArchive } from './archive.ts';
import { type BackupPlace, makeCopyFolder, openPlace } from './backup-place.ts';
import { copyPostgres, copySqlite } from './copy-database.ts';
import type { CopiedFiles } from './copy-files.ts';
import type { NamedFile } from './named-files.store.ts';
import { noteDamage } from './note-damage.ts';
import { makeManifest } from './verify-copy.ts';
import { type CopyFacts, verifyFile } from './verify-file.ts';

const LEASE = 'backup';
const LEASE_MS = 10 * 60_000;
const RENEW_MS = 60_000;
const DAY_MS = 86_400_000;
/** In the name of a backup without files that the data names. */
const INCOMPLETE = '-incomplete';
/** The names of backups; nothing else is ever deleted. */
const NAME = /^formstead-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:-incomplete)?\.tar\.gz\.age$/;

export interface Made extends CopyFacts {
  readonly file: string;
  readonly bytes: number;
  readonly files: CopiedFiles;
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
  return withUnmigrated(world, settings, async (db) => {
    const holder = world.random.bytes(12).toString('base64url');
    const leases = leasesIn(db);
    const take = () =>
      leases.take({ name: LEASE, holder, now: world.clock.now(), lifeMs: LEASE_MS });
    if (!(await take())) {
      if (onlyIfDue) return undefined;
      throw new CommandFailure('Another backup is being made: try again when it is done.');
    }
    // If the storage does not answer, another node may begin as well, and makes a file of another name.
    const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
    try {
      const at = world.clock.now();
      const last = await readScheduledBackup(db.reader);
      if (onlyIfDue && !isDue(backups.schedule, last, at)) return undefined;
      return await make(world, settings, backups, { db, at });
    } finally {
      clearInterval(renewal);
      await leases.releaseAll(holder);
    }
  });
}

interface Moment {
  readonly db: Database;
  readonly at: number;
}

async function make(
  world: World,
  settings: Settings,
  backups: BackupSettings,
  { db, at }: Moment,
): Promise<Made> {
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
    write(world, settings, { place, key: backups.key.reveal() }, { db, at }),
  );
  const reason = lackOf(made.files);
  const fault =
    reason &&
    `A backup was made in ${place.name}, but ${reason}. The complete backups from before are kept`;
  // It counts for the schedule: the files are no less missing in a quarter of an hour, and the disk would fill.
  await db.transaction(async (tx) => {
    await recordScheduledBackup(tx, at);
    if (fault === undefined) await recordBackup(tx, at);
    else await recordBackupFault(tx, fault);
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
          `${missing.length} files that forms name are not in it: they are missing, the first is ${missing[0]}`,
        ]
      : []),
    ...(damaged.length > 0
      ? [
          `${damaged.length} files that forms name are damaged in the storage, the first is ${damaged[0]}`,
        ]
      : []),
  ];
  return lacks.length === 0 ? undefined : lacks.join(', and ');
}

interface Target {
  readonly place: BackupPlace;
  readonly key: string;
}

async function write(
  { random }: World,
  { server, storage, files }: Settings,
  { place, key }: Target,
  { db, at }: Moment,
): Promise<Omit<Made, 'deleted'>> {
  const unfinished = await place.makeUnfinished();
  const clear = await makeCopyFolder(server.dataDir);
  try {
    const copy = clear.path;
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
    const copied = await writeArchive(archive, parts, { key, random }, (each) => faulty.push(each));
    const { size } = await stat(archive);
    const file = await place.place(archive, nameAt(at, lackOf(copied) === undefined));
    await noteDamage(db, faulty, at);
    return { ...facts, file, bytes: size, files: copied };
  } finally {
    for (const folder of [clear, unfinished]) await folder.remove();
  }
}

const nameAt = (at: number, isComplete: boolean): string =>
  `formstead-${new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')}${isComplete ? '' : INCOMPLETE}${ARCHIVE_ENDING}`;

const isIncomplete = (name: string): boolean => name.endsWith(`${INCOMPLETE}${ARCHIVE_ENDING}`);

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
    .filter((name) => NAME.test(name) && name !== made && timeOf(name) <= now)
    .sort();
  const outdated = (incomplete: boolean, kept: number): readonly string[] => {
    const alike = names.filter((name) => isIncomplete(name) === incomplete);
    const rest = alike.slice(0, Math.max(0, alike.length - kept));
    return rest.filter((name) => timeOf(name) < now - keepDays * DAY_MS);
  };
  const old = isIncomplete(made)
    ? outdated(true, keep - 1)
    : [...outdated(false, keep - 1), ...outdated(true, 0)];
  for (const name of old) await place.remove(name);
  return old;
}

function timeOf(name: string): number {
  const [, ...parts] = NAME.exec(name) ?? [];
  const [year = '', month, day, hour, minute, second] = parts;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
