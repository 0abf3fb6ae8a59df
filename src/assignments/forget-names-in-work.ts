import type { Database, Tx } from '#db/database.ts';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { STATES } from './assignment.ts';
import {
  listWordsOf,
  selectEventDetails,
  storeEventDetail,
  storeWords,
  type WordsOfWork,
  type WordsPosition,
  type WorkOfPerson,
} from './names-in-work.store.ts';

/** Gives the text without a name, and the same text if it has none. */
type Change = (text: string) => string;

/** Assignments that are read at a time. Each page is one transaction. */
const BATCH = 200;

/**
 * Changes what people wrote about the work that somebody has or sent, or that was sent to groups of theirs: instructions,
 * the reason why it was declined, and what its history says of both. Answers that were filled in ahead stay, as those of
 * forms do.
 */
export async function forgetNamesInWork(
  db: Database,
  accountId: string,
  { userId, groupIds }: { readonly userId: string; readonly groupIds: readonly string[] },
  change: Change,
): Promise<void> {
  const theirs = [
    { column: 'assignee_id', id: userId },
    { column: 'sent_by', id: userId },
    ...groupIds.map((id) => ({ column: 'group_id', id }) as const),
  ] as const;
  for (const each of theirs) {
    for (const state of STATES) {
      const work = { accountId, ...each, state };
      let after: WordsPosition | undefined;
      do {
        const position = after;
        const page = await db.transaction((tx) => forgetInPage(tx, work, position, change));
        after = page.length < BATCH ? undefined : page.at(-1);
      } while (after !== undefined);
    }
  }
}

async function forgetInPage(
  tx: Tx,
  work: WorkOfPerson,
  after: WordsPosition | undefined,
  change: Change,
): Promise<readonly WordsOfWork[]> {
  const { accountId } = work;
  const rows = await listWordsOf(tx, work, after, BATCH);
  for (const row of rows) {
    const { instructions, declineReason } = changed(row, change);
    if (instructions !== row.instructions || declineReason !== row.declineReason) {
      await storeWords(tx, accountId, { ...row, instructions, declineReason });
    }
  }
  const ids = rows.map(({ id }) => id);
  for (const { id, detail } of await selectEventDetails(tx, accountId, ids)) {
    const without = JSON.stringify(inTexts(JSON.parse(detail), change));
    if (without !== detail) await storeEventDetail(tx, accountId, id, without);
  }
  return rows;
}

const changed = (row: WordsOfWork, change: Change) => ({
  instructions: row.instructions && change(row.instructions),
  declineReason: row.declineReason && change(row.declineReason),
});

function inTexts(value: JsonValue, change: Change): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: JsonValue) => inTexts(each, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [name, inTexts(each, change)]);
  const made: JsonObject = Object.fromEntries(members);
  return made;
}
