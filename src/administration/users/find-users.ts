import type { Database } from '#db/database.ts';
import { listByExternalId } from '#directory/index.ts';
import { type Findings, find } from '#search/index.ts';

/** The most users with one externalId that a search shows. */
const MOST_SHARING = 100;

/** Searches users by the words of their names and addresses, and by a complete externalId; undefined for a blank text. */
export async function findUsers(
  db: Database,
  accountId: string,
  text: string,
): Promise<Findings | undefined> {
  const found = await find(db, { accountId, kind: 'user' }, text);
  if (!found) return undefined;
  const users = await listByExternalId(db.reader, accountId, text.trim(), MOST_SHARING);
  return { ...found, certain: users.map(({ id }) => id) };
}
