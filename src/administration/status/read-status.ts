import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readBackupFault } from '#backups/index.ts';
import { readEngineVersion } from '#db/engine-version.ts';
import { readLastBackup, readLastVerified } from '#db/last-backup.ts';
import { spaceOf } from '#kernel/free-space.ts';
import { VERSION } from '#kernel/version.ts';
import type { Queue } from './queue.ts';
import type { Status } from './status.shapes.ts';

const DAY_MS = 86_400_000;
/** The limits of the alert rules in monitoring/alerts.yml. */
const OLD_BACKUP_MS = 2 * DAY_MS;
/** A backup that nobody has opened for so long may open for nobody. */
const UNVERIFIED_MS = 31 * DAY_MS;
const LOW_BYTES = 500_000_000;
const LOW_SHARE = 0.05;
const STUCK_MS = 10 * 60_000;
const WAITING_EXPORT_MS = 60 * 60_000;

/** Returns the state of the service, and of the queues of one account. */
export async function readStatus(
  {
    db,
    clock,
    settings,
    readQueues,
    readStoredFiles,
  }: Pick<AdministrationDeps, 'db' | 'clock' | 'settings' | 'readQueues' | 'readStoredFiles'>,
  accountId: string,
): Promise<Status> {
  const now = clock.now();
  const disk = await spaceOf(settings.server.dataDir);
  const backupAt = await readLastBackup(db.reader);
  const verifiedAt = await readLastVerified(db.reader);
  const hasFailed = (await readBackupFault(db.reader)) !== undefined;
  const { checkedAt, isAnyDamaged, damaged, forms } = await readStoredFiles(accountId);
  const queues = await readQueues(accountId);
  const isLow = disk.free < LOW_BYTES || disk.free / disk.total < LOW_SHARE;
  const isStuck = queues.some((queue) => overdueOf(queue, now) > patienceWith(queue));
  return {
    version: VERSION,
    engine: db.engine,
    engineVersion: await readEngineVersion(db.reader),
    disk,
    ...(backupAt !== undefined && { lastBackupAt: new Date(backupAt).toISOString() }),
    ...(verifiedAt !== undefined && { backupVerifiedAt: new Date(verifiedAt).toISOString() }),
    ...(checkedAt !== undefined && { filesCheckedAt: new Date(checkedAt).toISOString() }),
    damagedFiles: { count: damaged, forms: [...forms] },
    queues: queues.map(({ name, work }) => ({
      name,
      ...(work && { waiting: work.count }),
      ...(work?.oldestAt !== undefined && { oldestAt: new Date(work.oldestAt).toISOString() }),
    })),
    warnings: [
      ...(isLow ? (['disk-low'] as const) : []),
      ...(hasFailed ? (['backup-failed'] as const) : []),
      ...backupWarnings(now, backupAt, verifiedAt),
      ...(isAnyDamaged ? (['files-damaged'] as const) : []),
      ...(isStuck ? (['queue-stuck'] as const) : []),
      ...(db.isReadOnly ? (['read-only'] as const) : []),
    ],
  };
}

function backupWarnings(
  now: number,
  backupAt: number | undefined,
  verifiedAt = 0,
): Status['warnings'] {
  if (backupAt === undefined) return ['backup-missing'];
  return [
    ...(now - backupAt > OLD_BACKUP_MS ? (['backup-old'] as const) : []),
    ...(now - verifiedAt > UNVERIFIED_MS ? (['backup-unverified'] as const) : []),
  ];
}

const overdueOf = ({ work }: Queue, now: number): number => now - (work?.dueAt ?? now);
const patienceWith = ({ name }: Queue): number =>
  name === 'exports' ? WAITING_EXPORT_MS : STUCK_MS;
