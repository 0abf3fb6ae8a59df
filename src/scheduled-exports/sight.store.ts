import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Viewer } from '#form-basics/index.ts';

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
