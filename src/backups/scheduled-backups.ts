import type { Logger } from 'pino';
import type { BackupSchedule } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import { readLastVerified } from '#db/last-backup.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { readBackupFault, readScheduledBackup, recordBackupFault } from './backup-facts.store.ts';
import { isBackupDue } from './is-due.ts';

const MINUTE_MS = 60_000;
/** A backup that failed is not tried again at once: a full disk stays full, and each try reads all data. */
const RETRY_MS = 15 * MINUTE_MS;
const MOST_SAID = 300;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly schedule: BackupSchedule;
  /** Makes a backup, unless another node has just made it. */
  readonly backUp: () => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Returns the job that has a backup made whenever one is due. */
export function scheduledBackups({ db, clock, schedule, backUp, log }: Deps): Job {
  let notBefore = 0;
  return {
    name: 'scheduled-backup',
    everyMs: MINUTE_MS,
    async run() {
      const now = clock.now();
      // Further ahead than a try is put off: the clock went back since.
      if (now < notBefore && notBefore <= now + RETRY_MS) return;
      const last = await readScheduledBackup(db.reader);
      if (!isBackupDue(schedule, last, now)) return;
      notBefore = now + RETRY_MS;
      try {
        await backUp();
      } catch (error) {
        // A storage that fails as well is told by whatever else needs it.
        await recordUntold(db, error).catch(() => undefined);
        throw error;
      }
      await tell(db, log, last);
    },
  };
}

/** Logs whether a backup that was made after the last one was opened again. */
async function tell(db: Database, log: Deps['log'], last: number | undefined): Promise<void> {
  const madeAt = await readScheduledBackup(db.reader);
  if (madeAt === undefined || madeAt === last) return;
  const verifiedAt = await readLastVerified(db.reader);
  if (verifiedAt !== undefined && verifiedAt >= madeAt) {
    log.info('a backup was made and opened again');
  } else {
    log.warn(
      'a backup was made and not opened again, since its key is a public one: check it with formstead backup --verify',
    );
  }
}

/** Records why a backup failed, unless it has done so itself: one that was killed, or that crashed, has not. */
async function recordUntold(db: Database, error: unknown): Promise<void> {
  const said = error instanceof Error ? error.message : String(error);
  const told = await readBackupFault(db.reader);
  if (told !== undefined && said.startsWith(told)) return;
  // Of a crash, the line that names the error is between others.
  const crash = said.split('\n').find((each) => /^\w*Error\b.*:/.test(each));
  const line = (crash ?? said).replaceAll(/\s+/g, ' ');
  await db.transaction((tx) =>
    recordBackupFault(tx, `No backup was made: ${line.slice(0, MOST_SAID)}`),
  );
}
