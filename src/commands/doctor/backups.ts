import { readBackupFault } from '#backups/index.ts';
import { type FutureArchives, findFutureArchives } from '#commands/repair-times/future-archives.ts';
import { isoTime } from '#commands/shell/text.ts';
import type { Reader } from '#db/database.ts';
import { readLastBackup, readLastVerified } from '#db/last-backup.ts';
import { counted } from '#kernel/counted.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning, skipped } = findingsOf('backups');
const DAY_MS = 86_400_000;
const OLD_DAYS = 2;
const MAX_NAMED = 5;
const UNVERIFIED_DAYS = 31;

/** Checks when a backup was last made, and when one was last opened again. */
export async function checkBackups(
  { world, settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const now = world.clock.now();
  const madeAt = await readLastBackup(reader);
  const fault = await readBackupFault(reader);
  const archives = await findFutureArchives(settings, now);
  const troubles = [
    ...(fault === undefined ? [] : [warning(fault, 'formstead backup tries it again')]),
    ...(archives === undefined ? [] : [warning(...ahead(archives))]),
  ];
  if (madeAt === undefined) return [...troubles, skipped(`no backup is known: ${HOW}`)];
  return [...troubles, made(madeAt, now), verified(await readLastVerified(reader), now)];
}

const ahead = ({ names, place }: FutureArchives) =>
  [
    `${counted(names.length, 'backup is', 'backups are')} dated in the future, neither counted nor deleted, in ${place.name}: ${names.slice(0, MAX_NAMED).join(', ')}`,
    place.rename === undefined
      ? 'copy each to a name of the past, or delete it'
      : 'set the clock, then: formstead repair-times',
  ] as const;

const HOW =
  'set FORMSTEAD_BACKUP_TO and FORMSTEAD_BACKUP_KEY, or note those of other tools with formstead note-backup';

const made = (at: number, now: number): Finding =>
  now - at > OLD_DAYS * DAY_MS
    ? warning(`the last backup is of ${isoTime(at)}`, 'find out why none was made since')
    : ok(`the last backup is of ${isoTime(at)}`);

function verified(at: number | undefined, now: number): Finding {
  if (at !== undefined && now - at <= UNVERIFIED_DAYS * DAY_MS) {
    return ok(`a backup was last verified at ${isoTime(at)}`);
  }
  const since = at === undefined ? '' : ` since ${isoTime(at)}`;
  return warning(
    `no backup was verified${since}: nobody knows whether its key opens it`,
    'formstead backup --verify FILE --key-file KEY; if the key is on another machine, run it there, and here: formstead note-backup --verified',
  );
}
