import type { Database } from '#db/database.ts';
import { wholeValue, wholeWord } from '#kernel/whole-word.ts';
import { emptyLogEntries, listLogTexts } from './erase-user.store.ts';

/** Entries of the provisioning log that are looked through at a time: bodies are up to 16 kB. */
const BATCH = 200;
/** Numbers that count something are everywhere. */
const NUMBER = /^\d+$/;

/**
 * Empties the requests of the provisioning log that are about a person, or that name them by something that is nobody
 * else's. @returns how many
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
