import type { Reader } from '#db/database.ts';
import type { GroupsOfUser } from '#form-basics/index.ts';
import { selectGrants } from './grants.store.ts';

/** Returns those of some admins who see the answers of all forms of a template. */
export type SeersOf = (
  db: Reader,
  accountId: string,
  templateId: string,
  adminIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * For what an admin has set up and what works without them, such as a webhook. Somebody who is no admin any more, or was
 * deleted, still counts as one: the template says whether its forms may be told of, and an admin looks after the rest.
 */
export const createSeersOf =
  (directory: GroupsOfUser): SeersOf =>
  async (db, accountId, templateId, adminIds) => {
    const grants = await selectGrants(db, accountId, templateId);
    const subjects = new Set(
      grants.filter(({ see }) => see === 'all').map(({ subject }) => subject),
    );
    const wanted = new Set(adminIds);
    if (subjects.has('everyone') || subjects.has('designers')) return wanted;
    const found = new Set<string>();
    for (const id of wanted) {
      const own = subjects.has(id) ? [] : await directory.groupIdsOf(db, accountId, id);
      if (subjects.has(id) || own.some((group) => subjects.has(group))) found.add(id);
    }
    return found;
  };
