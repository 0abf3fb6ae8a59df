import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Viewer } from '#form-basics/index.ts';

/** Returns those of the exports that are there and that the viewer requested. */
export async function ownExports(
  db: Reader,
  { accountId, userId }: Viewer,
  ids: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('export_jobs')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .where('created_by', '=', userId)
    .execute();
  return rows.map(({ id }) => id);
}
