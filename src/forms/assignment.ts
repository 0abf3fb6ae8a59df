import type { Reader } from '#db/database.ts';
import { type Assignment, findUserLabel, groupExists, normaliseId } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';

/** Returns the assignment with its id in stored form. @throws AppError `unknown-assignee`. */
export async function checkAssignment(
  db: Reader,
  accountId: string,
  { type, id }: Assignment,
  /** The member of the request that names it. */
  at = 'assignment',
): Promise<Assignment> {
  const known = normaliseId(id);
  if (known !== undefined && (await exists(db, accountId, type, known))) return { type, id: known };
  const noun = type === 'User' ? 'user' : 'group';
  throw fail('unknown-assignee', `There is no ${noun} with the id of the ${at}.`, { at });
}

async function exists(
  db: Reader,
  accountId: string,
  type: Assignment['type'],
  id: string,
): Promise<boolean> {
  if (type === 'Group') return groupExists(db, accountId, id);
  return (await findUserLabel(db, accountId, id)) !== undefined;
}
