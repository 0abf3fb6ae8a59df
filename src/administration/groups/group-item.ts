import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { shownReviews } from '#administration/reviewed-templates.shapes.ts';
import type { Reader } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { templatesReviewedBy } from '#templates/index.ts';
import type { GroupDetail, ListedGroup } from './group.shapes.ts';
import {
  countDirectMembers,
  countSeriesOf,
  type ListedGroupRow,
  selectGroup,
} from './group-list.store.ts';

/** Returns a group as lists show it. */
export function toListedGroup(row: ListedGroupRow, memberCount: number): ListedGroup {
  return {
    id: row.id,
    displayName: row.display_name,
    origin: row.origin,
    ...(row.external_id !== null && { externalId: row.external_id }),
    memberCount,
  };
}

/** Returns everything that the web app shows of a group, except its members. @throws AppError `not-found`. */
export async function readGroupDetail(
  { directory }: Pick<AdministrationDeps, 'directory'>,
  db: Reader,
  accountId: string,
  id: string,
): Promise<GroupDetail> {
  const row = await selectGroup(db, accountId, id);
  if (!row) throw noGroup();
  const role = await directory.roleGivenBy(db, accountId, id);
  const counts = await countDirectMembers(db, accountId, [id]);
  return {
    ...toListedGroup(row, counts.get(id) ?? 0),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
    ...(role !== undefined && { role }),
    reviews: shownReviews(await templatesReviewedBy(db, accountId, row.id)),
    series: await countSeriesOf(db, accountId, row.id),
    locked: row.origin === 'provisioned' ? ['displayName', 'members'] : [],
  };
}

export function noGroup(): AppError {
  return fail('not-found', 'There is no group with this id.');
}

/** @throws AppError `provisioned-field` for a group of the identity provider. */
export function requireLocal(group: { readonly origin: string }, at: 'displayName' | 'members') {
  if (group.origin === 'local') return;
  throw fail(
    'provisioned-field',
    'The identity provider manages this group. Change it there, because its next sync would undo a change here.',
    { at },
  );
}
