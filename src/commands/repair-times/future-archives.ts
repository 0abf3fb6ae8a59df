import { archiveName, isIncomplete, timeOfArchive } from '#commands/backup/archive-name.ts';
import { type BackupPlace, openPlace } from '#commands/backup/backup-place.ts';
import type { Settings } from '#config/settings.ts';

const SECOND_MS = 1000;

export interface FutureArchives {
  readonly place: BackupPlace;
  /** The names of backups that seem to come from the future, the oldest first. */
  readonly names: readonly string[];
}

/** Finds the scheduled backups whose names only a clock that ran ahead can have given; undefined if there are none. */
export async function findFutureArchives(
  settings: Settings,
  now: number,
): Promise<FutureArchives | undefined> {
  if (settings.backups === undefined) return undefined;
  const place = openPlace(settings, settings.backups.folder);
  // A folder that can't be read has no backups that could be named; the next backup tells why.
  const names = await place.list().catch(() => []);
  const future = names.filter((name) => (timeOfArchive(name) ?? 0) > now).sort();
  return future.length === 0 ? undefined : { place, names: future };
}

/**
 * Gives backups from the future the names of the last seconds, in their order: they are not newer than that, and count
 * and go as others do.
 * @returns the new names
 */
export async function renameFutureArchives(
  { place, names }: FutureArchives,
  now: number,
): Promise<readonly string[]> {
  if (place.rename === undefined) return [];
  const taken = new Set(await place.list());
  const renamed: string[] = [];
  let at = now;
  for (const name of names.toReversed()) {
    let to: string;
    do {
      at -= SECOND_MS;
      to = archiveName(at, !isIncomplete(name));
    } while (taken.has(to));
    await place.rename(name, to);
    renamed.unshift(to);
  }
  return renamed;
}
