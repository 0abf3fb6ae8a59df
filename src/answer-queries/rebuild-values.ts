import { deleteAllValues, findOrphans } from '#answer-index/index.ts';
import type { Database } from '#db/database.ts';
import type { FillPosition } from '#search/index.ts';
import { writeAgain } from './fill-values.ts';
import { lockFormsAfter } from './stored-forms.store.ts';

/** Forms of one transaction: requests that write wait no longer than a few of them take. */
const AT_ONCE = 100;

/** What a rebuild has done so far. */
export interface Rebuilt {
  /** Forms that were read, deleted ones included. */
  readonly forms: number;
  /** Forms whose stored values were not those of their answers. */
  readonly changed: number;
}

/**
 * Writes the values of the forms of all accounts again, while the service runs. Each transaction takes a few forms, so
 * that an interruption loses nothing: a second run begins again and finds nothing to change in what is done.
 * @param tell called after each transaction
 */
export async function rebuildValues(
  db: Database,
  tell: (soFar: Rebuilt) => void = () => {},
): Promise<Rebuilt> {
  let done: Rebuilt = { forms: 0, changed: 0 };
  const add = (forms: number, changed: number) => {
    done = { forms: done.forms + forms, changed: done.changed + changed };
    tell(done);
  };
  let after: FillPosition | undefined = { accountId: '', id: '' };
  while (after !== undefined) {
    const from: FillPosition = after;
    after = await db.transaction(async (tx) => {
      const { forms, isLast } = await lockFormsAfter(tx, from, AT_ONCE);
      let changed = 0;
      for (const form of forms) if (await writeAgain(tx, form)) changed += 1;
      add(forms.length, changed);
      return isLast ? undefined : forms.at(-1);
    });
  }
  for (;;) {
    const orphans = await findOrphans(db.reader, AT_ONCE);
    if (orphans.length === 0) return done;
    await db.transaction(async (tx) => {
      for (const orphan of orphans) await deleteAllValues(tx, orphan);
    });
    add(0, orphans.length);
  }
}
