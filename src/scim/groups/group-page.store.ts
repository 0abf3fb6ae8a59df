import { isIn } from '#db/dialect.ts';
import { type Group, groupColumns } from '#directory/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';

/** Returns the groups with the given ids, in that order and without their members. */
export async function readGroups(
  { db, directory }: ScimDeps,
  accountId: string,
  ids: readonly string[],
): Promise<readonly Group[]> {
  if (ids.length === 0) return [];
  const rows = await db.reader
    .selectFrom('groups')
    .select(groupColumns)
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db.reader, eb.ref('id'), ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [directory.toGroup(row)] : [];
  });
}
