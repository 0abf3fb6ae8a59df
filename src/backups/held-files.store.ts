import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader } from '#db/database.ts';

/** The lease of the one backup that is made as the schedule makes them. */
export const BACKUP_LEASE = 'backup';
/** Prefix of the leases of other copies; the holder follows. Any number of them may be made at once. */
export const COPY_LEASE = 'backup/';
/** How long both kinds stay valid without being renewed. */
export const BACKUP_LEASE_MS = 10 * 60_000;

/** Returns whether files that the data named a moment ago are being copied, so that they must stay. */
export async function areFilesHeld(db: Reader, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('leases')
    .select('name')
    .where((eb) => eb.or([eb('name', '=', BACKUP_LEASE), eb('name', 'like', `${COPY_LEASE}%`)]))
    .where('expires_at', '>', storageNow(db, now))
    // No lease lasts longer: a clock that was wrong has dated it.
    .where('expires_at', '<=', claimEnd(db, now, 2 * BACKUP_LEASE_MS))
    .executeTakeFirst();
  return row !== undefined;
}
