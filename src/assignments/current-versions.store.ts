import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

interface CurrentVersion {
  readonly id: string;
  readonly number: number;
}

/** Returns the versions that forms of these templates begin with now. Those that are not published are left out. */
export async function selectCurrentVersions(
  db: Reader,
  accountId: string,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, CurrentVersion>> {
  const rows = await db
    .selectFrom('templates as t')
    .innerJoin('template_versions as v', (join) =>
      join.onRef('v.account_id', '=', 't.account_id').onRef('v.id', '=', 't.current_version_id'),
    )
    .select(['t.id as templateId', 'v.id', 'v.number'])
    .where('t.account_id', '=', accountId)
    .where(isIn(db, sql.ref('t.id'), [...new Set(templateIds)]))
    .where('t.status', '=', 'published')
    .execute();
  return new Map(rows.map(({ templateId, ...version }) => [templateId, version]));
}
