import type { Tx } from '#db/database.ts';
import { type Assignment, findUserLabel, groupExists, normaliseId } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';

/** Returns the assignment with its id in stored form. @throws AppError `unknown-assignee`. */
export async function checkAssignment(
  tx: Tx,
  accountId: string,
  { type, id }: Assignment,
  /** The member of the request that names it. */
  at = 'assignment',
): Promise<Assignment> {
  const known = normaliseId(id);
  if (known !== undefined && (await exists(tx, accountId, type, known))) return { type, id: known };
  const noun = type === 'User' ? 'user' : 'group';
  throw fail('unknown-assignee', `There is no ${noun} with the id of the ${at}.`, { at });
}

async function exists(
  tx: Tx,
  accountId: string,
  type: Assignment['type'],
  id: string,
): Promise<boolean> {
  if (type === 'Group') return groupExists(tx, accountId, id);
  return (await findUserLabel(tx, accountId, id)) !== undefined;
}
