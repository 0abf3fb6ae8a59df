import type { Database, Tx } from '#db/database.ts';
import type { Form, FormActor } from '#form-basics/index.ts';
import type { Forms } from '#forms/forms.ts';
import { fail } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import { CheckedOther, type Decision } from './decide-review.ts';
import { checkOffice, type OfficeDeps } from './office.ts';

export interface DecideDeps extends OfficeDeps {
  readonly db: Database;
  readonly forms: Pick<Forms, 'decideReview'>;
}

export interface AskedDecision extends Omit<Decision, 'checked'> {
  /** The language of the fault texts. */
  readonly locale?: Locale | undefined;
}

/** The number of attempts when the form changes during the check. */
const ATTEMPTS = 3;

/**
 * Decides on a form in review, with what the reviewer fills in. The engine runs outside of the transaction, which then
 * requires the revision that was checked.
 * @param also is run in the same transaction
 * @throws AppError those of `decideReview`, `form-check-timeout`, `busy`
 */
export async function decideChecked<T>(
  deps: DecideDeps,
  by: FormActor,
  id: string,
  { locale, ...asked }: AskedDecision,
  also: (tx: Tx, form: Form) => Promise<T>,
): Promise<T> {
  const { db, forms } = deps;
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const checked = await checkOffice(deps, db.reader, by, id, { ...asked, locale });
    try {
      return await db.transaction(async (tx) =>
        also(tx, await forms.decideReview(tx, by, id, { ...asked, checked })),
      );
    } catch (error) {
      if (!(error instanceof CheckedOther)) throw error;
      // Reads see only committed changes: before this they may miss the change that caused the conflict.
      await db.settled();
    }
  }
  throw fail('busy', 'The form changes all the time. Try again in a moment.');
}
