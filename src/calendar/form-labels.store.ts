import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

export interface FormLabel {
  readonly id: string;
  readonly number: number;
  readonly name_pattern: string | null;
  readonly revision: number;
}

/** Returns what the labels of forms are made of, and how often each form was written. */
export async function readLabels(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<readonly FormLabel[]> {
  return await db
    .selectFrom('forms')
    .select(['id', 'number', 'name_pattern', 'revision'])
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
}
