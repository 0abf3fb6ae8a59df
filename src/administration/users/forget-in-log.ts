import type { Database } from '#db/database.ts';
import { wholeValue, wholeWord } from '#kernel/whole-word.ts';
import { emptyLogEntries, listLogTexts } from './erase-user.store.ts';

/** Entries of the provisioning log that are read at a time; their bodies have up to 16,384 characters. */
const BATCH = 200;
/** A name of digits only is matched as a whole value, because numbers also occur as counts. */
const NUMBER = /^\d+$/;

/**
 * Removes the content of requests in the provisioning log that are about a person or contain one of their names.
 * @param names only names that nobody else has
 * @returns how many
 */
export async function forgetInLog(
  db: Database,
  {
    accountId,
    userId,
    names,
  }: { readonly accountId: string; readonly userId: string; readonly names: readonly string[] },
): Promise<number> {
  const patterns = names.map((name) => (NUMBER.test(name) ? wholeValue : wholeWord)(name));
  let emptied = 0;
  let after = '';
  for (;;) {
    const entries = await listLogTexts(db.reader, accountId, after, BATCH);
    const ids = entries
      .filter(
        ({ resourceId, text }) =>
          resourceId === userId || patterns.some((pattern) => pattern.test(text)),
      )
      .map((entry) => entry.id);
    if (ids.length > 0) await db.transaction((tx) => emptyLogEntries(tx, accountId, ids));
    emptied += ids.length;
    const last = entries.at(-1);
    if (!last || entries.length < BATCH) return emptied;
    after = last.id;
  }
}
