// What keeps two backups from being made at once, and files from being deleted while they are copied.
import { basename, dirname, join } from 'node:path';
import { BACKUP_LEASE, BACKUP_LEASE_MS, COPY_LEASE } from '#backups/index.ts';
import { withUnmigrated } from '#commands/open-reader.ts';
import type { World } from '#commands/shell/command.ts';
import { ownerState } from '#commands/work-folder/owner.ts';
import { COPY, isOwnFolder, type WorkFolder } from '#commands/work-folder/work-folder.ts';
import type { Settings } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { forgetLapsed, leaseHolder, leasesIn } from '#db/leases.ts';

const RENEW_MS = 60_000;
const HOLDER_BYTES = 12;

/**
 * Runs `work` while no other backup is made. The lease is held in the name of the work folder beside the data, whose
 * lock tells whether its process still runs: a backup that was killed keeps nobody waiting.
 * @returns undefined if another backup is being made
 */
export async function whileAlone<T>(
  { clock }: Pick<World, 'clock'>,
  db: Database,
  folder: WorkFolder,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  const leases = leasesIn(db);
  const holder = basename(folder.path);
  const take = () =>
    leases.take({ name: BACKUP_LEASE, holder, now: clock.now(), lifeMs: BACKUP_LEASE_MS });
  const isFree = (await take()) || ((await releaseKilled(db, folder)) && (await take()));
  if (!isFree) return undefined;
  // If the storage does not answer, another node may begin as well, and makes a file of another name.
  const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
  try {
    return { result: await work() };
  } finally {
    clearInterval(renewal);
    await leases.releaseAll(holder);
  }
}

/** Releases the lease of a backup of this data directory whose process has ended. @returns whether it did */
async function releaseKilled(db: Database, { path }: WorkFolder): Promise<boolean> {
  const holder = await leaseHolder(db.reader, BACKUP_LEASE);
  // Holders of an older version, and those of other data directories, can't be judged.
  if (holder === undefined || !holder.startsWith(COPY.prefix)) return holder === undefined;
  const other = join(dirname(path), holder);
  const isHere = await isOwnFolder(other);
  const state = isHere ? await ownerState(other) : 'unknown';
  // SQLite has no nodes elsewhere, so that a process without a lock in this directory does not run.
  const isKilled = state === 'ended' || (state === 'unknown' && db.engine === 'sqlite');
  if (isKilled) await leasesIn(db).releaseAll(holder);
  return isKilled;
}

/**
 * Runs `work`, which copies files of forms, while the service deletes none that a form or export has just lost. A
 * storage that takes no writes, such as a full disk, keeps nobody from a copy.
 */
export async function whileFilesStay<T>(
  world: Pick<World, 'clock' | 'random'>,
  settings: Settings,
  work: () => Promise<T>,
): Promise<T> {
  let begun: Promise<T> | undefined;
  const hold = async (db: Database): Promise<T> => {
    const { clock, random } = world;
    const leases = leasesIn(db);
    const holder = random.bytes(HOLDER_BYTES).toString('base64url');
    const take = async (): Promise<void> => {
      const name = COPY_LEASE + holder;
      await leases.take({ name, holder, now: clock.now(), lifeMs: BACKUP_LEASE_MS });
    };
    const lapsed = { now: clock.now(), longestMs: 2 * BACKUP_LEASE_MS };
    await forgetLapsed(db.reader, COPY_LEASE, lapsed);
    await take();
    const renewal = setInterval(() => void take().catch(() => undefined), RENEW_MS).unref();
    try {
      begun = work();
      return await begun;
    } finally {
      clearInterval(renewal);
      await leases.releaseAll(holder).catch(() => undefined);
    }
  };
  try {
    return await withUnmigrated(world, settings, hold);
  } catch {
    return await (begun ?? work());
  }
}
