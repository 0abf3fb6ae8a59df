import {
  attachmentsOf,
  dropSignatures,
  formsSignedBy,
  SIGNATURE_FIELD,
} from '#attachments/index.ts';
import type { Database } from '#db/database.ts';
import { lockForm } from '#form-records/index.ts';
import type { Clock } from '#kernel/clock.ts';

/** The number of forms read in one query. */
const BATCH = 500;

/** Deletes the signatures of somebody who is erased from the forms that they reviewed. Their decisions stay. */
export async function forgetSignaturesOf(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  accountId: string,
  userId: string,
): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const ids: readonly string[] = await formsSignedBy(db.reader, accountId, userId, after, BATCH);
    for (const id of ids) {
      await db.transaction(async (tx) => {
        await lockForm(tx, accountId, id);
        const files = await attachmentsOf(tx, accountId, id);
        const own = files.filter(
          ({ field, createdBy }) => field === SIGNATURE_FIELD && createdBy === userId,
        );
        await dropSignatures(tx, { accountId, id }, own, clock.now());
      });
    }
    after = ids.length < BATCH ? undefined : ids.at(-1);
  }
}
