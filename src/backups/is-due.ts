import type { BackupSchedule } from '#config/settings.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns whether a backup is due: at once if none was made, and when the last one is from before the latest time of
 * the schedule.
 * @param last when the last scheduled backup began; like `now`, in milliseconds since the epoch
 */
export function isBackupDue(
  schedule: BackupSchedule,
  last: number | undefined,
  now: number,
): boolean {
  // The clock was wrong when a backup seems to come from the future.
  if (last === undefined || last > now) return true;
  if ('hours' in schedule) return now - last >= schedule.hours * HOUR_MS;
  const offset = schedule.minute * MINUTE_MS;
  return last < Math.floor((now - offset) / DAY_MS) * DAY_MS + offset;
}
