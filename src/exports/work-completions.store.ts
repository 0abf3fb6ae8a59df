import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { completedOnDeviceIn } from '#form-records/index.ts';

/** When a form was completed, in milliseconds: as the server was told, and as the device says. */
export interface WorkCompletion {
  readonly statusChangedAt: number;
  readonly completedOnDeviceAt: number | undefined;
}

/** Returns when forms were completed, by id, of those that are complete. */
export async function selectCompletions(
  db: Reader,
  accountId: string,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, WorkCompletion>> {
  const rows = await db
    .selectFrom('forms')
    .select(['id', 'status', 'status_changed_at', 'device_completed_at', 'device_completed_with'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), formIds))
    .where('status', '=', 'complete')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { statusChangedAt: row.status_changed_at, completedOnDeviceAt: completedOnDeviceIn(row) },
    ]),
  );
}
