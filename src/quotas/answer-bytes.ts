// What a transaction adds to the answers of an account. The stores of forms note it with each write; at its end it is
// counted, once for all writes together, and held against the limits if a rule asked for that.
import { beforeCommit } from '#db/before-commit.ts';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';

/** What an entry of a history counts for beside its details: about what its row takes. */
export const EVENT_BYTES = 200;

/** What a transaction adds, in bytes; negative: what it takes away. */
export interface Growth {
  answers: number;
  /** Entries in the history of forms. */
  history: number;
}

type Check = (tx: Tx, growth: Growth) => Promise<void>;

interface Noted extends Growth {
  /** Id of a written form. It spreads the total over several rows. */
  shardKey: string;
  check: Check | undefined;
}

const noted = new WeakMap<Tx, Map<string, Noted>>();

/** Returns what is noted of an account in a transaction, which counts it when it ends. */
function notesOf(tx: Tx, accountId: string): Noted {
  const accounts = noted.get(tx) ?? new Map<string, Noted>();
  if (!noted.has(tx)) {
    noted.set(tx, accounts);
    beforeCommit(tx, () => countAll(tx, accounts));
  }
  const notes = accounts.get(accountId) ?? {
    answers: 0,
    history: 0,
    shardKey: '',
    check: undefined,
  };
  accounts.set(accountId, notes);
  return notes;
}

async function countAll(tx: Tx, accounts: ReadonlyMap<string, Noted>): Promise<void> {
  for (const [accountId, { check, shardKey, answers, history }] of accounts) {
    await check?.(tx, { answers, history });
    const bytes = answers + history;
    if (bytes !== 0) await addToCounter(tx, accountId, 'answerBytes', shardKey, bytes);
  }
}

/** Counts bytes that a form gains or, if negative, loses in this transaction. */
export function countAnswerBytes(
  tx: Tx,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { answers = 0, history = 0 }: Partial<Growth>,
): void {
  const notes = notesOf(tx, accountId);
  notes.shardKey = id;
  notes.answers += answers;
  notes.history += history;
}

/** Has a check decide, when the transaction ends, whether it may add what it adds. The last check counts. */
export function checkAnswerBytes(tx: Tx, accountId: string, check: Check): void {
  notesOf(tx, accountId).check = check;
}
