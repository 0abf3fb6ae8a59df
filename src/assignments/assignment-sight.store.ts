import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';

/**
 * Returns the names of the templates of assignments, by the ids of the assignments. Cancelled ones are left out, and those
 * that the viewer may not see yet. `isOpen`: it is theirs, alone or with a group.
 */
export async function nameAssignments(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId }: Viewer,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, { readonly name: string; readonly isOpen: boolean }>> {
  const rows = await db
    .selectFrom('assignments as a')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.account_id', '=', 'a.account_id').onRef('t.id', '=', 'a.template_id'),
    )
    .select(['a.id', 'a.assignee_id', 't.name'])
    .where('a.account_id', '=', accountId)
    .where(isIn(db, sql.ref('a.id'), ids))
    .where('a.state', '<>', 'cancelled')
    .where('a.not_before', '<=', now)
    .execute();
  const own = new Set([userId, ...(await directory.groupIdsOf(db, accountId, userId))]);
  return new Map(
    rows.map(({ id, name, assignee_id: assignee }) => [id, { name, isOpen: own.has(assignee) }]),
  );
}
