import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { deleteDeadGrants, selectGrants } from './grants.store.ts';
import type { Grant } from './rights.ts';

/**
 * The most users, groups and roles that are given rights on one template. The groups that it is shared with at once come
 * on top of others, and admins who take the rights are never refused: nobody else may be left who manages it.
 */
const MOST_GRANTS = 1000;

/**
 * Refuses a template that has more grants. Those of users and groups that were deleted do not count: they are deleted when
 * there are too many.
 * @param isCounted tells which of the others count
 * @throws AppError `too-many`
 */
export async function requireFewGrants(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  isCounted: (grant: Grant) => boolean = () => true,
): Promise<void> {
  const isFull = async () =>
    (await selectGrants(tx, accountId, id)).filter(isCounted).length > MOST_GRANTS;
  if (!(await isFull())) return;
  await deleteDeadGrants(tx, accountId, id);
  if (!(await isFull())) return;
  throw fail('too-many', `A template can have rights for at most ${MOST_GRANTS} subjects.`, {
    because: { reason: 'most-items', limit: MOST_GRANTS },
  });
}
