import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Viewer } from '#form-basics/index.ts';

const MOST_COUNTED = 1000;

/** Returns the names of those of the scheduled exports that are there and that the viewer may see: admins see all. */
export async function nameScheduledExports(
  db: Reader,
  { accountId, userId, role }: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('scheduled_exports')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .$if(role !== 'admin', (query) => query.where('owner_id', '=', userId))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the first of the scheduled exports that use a saved view and that the viewer may see: admins see all. */
export const selectSchedulesOfView = (
  db: Reader,
  { accountId, userId, role }: Viewer,
  viewId: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly name: string; readonly ownerId: string }[]> =>
  db
    .selectFrom('scheduled_exports')
    .select(['id', 'name', 'owner_id as ownerId'])
    .where('account_id', '=', accountId)
    .where('view_id', '=', viewId)
    .$if(role !== 'admin', (query) => query.where('owner_id', '=', userId))
    .orderBy('id')
    .limit(limit)
    .execute();

/** Counts the scheduled exports that use a saved view, at most 1,000. */
export async function countOfView(db: Reader, accountId: string, viewId: string): Promise<number> {
  const found = await db
    .selectFrom('scheduled_exports')
    .select('id')
    .where('account_id', '=', accountId)
    .where('view_id', '=', viewId)
    .limit(MOST_COUNTED)
    .execute();
  return found.length;
}
