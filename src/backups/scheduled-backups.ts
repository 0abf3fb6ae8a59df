import type { BackupSchedule } from '#config/settings.ts';
import type { Database } from '#db/database.ts';
import type { Job } from '#jobs/jobs.ts';
import type { Clock } from '#kernel/clock.ts';
import { readScheduledBackup } from './backup-facts.store.ts';
import { isDue } from './is-due.ts';

const MINUTE_MS = 60_000;
/** A backup that failed is not tried again at once: a full disk stays full, and each try reads all data. */
const RETRY_MS = 15 * MINUTE_MS;

interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly schedule: BackupSchedule;
  /** Makes a backup, unless another node has just made it. */
  readonly backUp: () => Promise<void>;
}

/** Returns the job that has a backup made whenever one is due. */
export function scheduledBackups({ db, clock, schedule, backUp }: Deps): Job {
  let notBefore = 0;
  return {
    name: 'scheduled-backup',
    everyMs: MINUTE_MS,
    async run() {
      const now = clock.now();
      if (now < notBefore) return;
      if (!isDue(schedule, await readScheduledBackup(db.reader), now)) return;
      notBefore = now + RETRY_MS;
      await backUp();
    },
  };
}
