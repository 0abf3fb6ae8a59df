import type { Reader } from '#db/database.ts';
import { findRecipient, type LettersDeps, peopleOfGroup } from '#letters/index.ts';
import type { Reminded } from './reminders.store.ts';

type Deps = Pick<LettersDeps, 'directory'>;

/** Returns the person, or people of the group. */
export const peopleOf = async (
  deps: Deps,
  db: Reader,
  { accountId, type, id }: Reminded,
): Promise<readonly string[]> =>
  type === 'Group' ? await peopleOfGroup(deps, db, accountId, id) : [id];

/** Returns whether a letter reaches a person, or anybody in a group. */
export async function isReached(deps: Deps, db: Reader, to: Reminded): Promise<boolean> {
  for (const person of await peopleOf(deps, db, to)) {
    if (await findRecipient(deps, db, to.accountId, person)) return true;
  }
  return false;
}
