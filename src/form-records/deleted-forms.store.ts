import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn, selectThrough } from '#db/dialect.ts';
import { countAnswerBytes } from '#quotas/index.ts';
import { forgetWords } from '#search/index.ts';
import { keepSeenBy } from './form-change.store.ts';
import { deleteHistory } from './form-event.store.ts';
import type { FormListRow } from './form-list.store.ts';
import { keepNumber } from './form-numbers.store.ts';
import { isSeen } from './form-selection.store.ts';
import type { Restorable } from './restorable.ts';
import { REVIEW_COLUMNS } from './review-columns.store.ts';

export type DeletedFormRow = Omit<FormListRow, 'created_at'> & { readonly deleted_at: number };

/** Selects the account's deleted forms. */
export const deletedForms = (db: Reader, accountId: string) =>
  selectThrough(db, 'forms', 'forms_deleted')
    .where('forms.account_id', '=', accountId)
    .where('forms.deleted_at', 'is not', null);

/** Returns the deleted forms that somebody may restore, last deleted first. `after`: deletion time and id of the last form on the previous page. */
export async function listDeleted(
  db: Reader,
  accountId: string,
  { visibility, templateIds }: Restorable,
  after: readonly [number, string] | undefined,
  limit: number,
): Promise<readonly DeletedFormRow[]> {
  const [at = 0, id = ''] = after ?? [];
  const rows = await db
    .selectFrom('forms')
    .select([
      'id',
      'name',
      'name_key',
      'status',
      'status_changed_at',
      'updated_at',
      'assignee_type',
      'assignee_id',
      'latitude',
      'longitude',
      'accuracy',
      'template_id',
      'due_at',
      'assignment_id',
      'device_completed_at',
      'device_completed_with',
      'revision',
      'deleted_at',
      ...REVIEW_COLUMNS,
    ])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is not', null)
    .where(isIn(db, sql.ref('template_id'), templateIds))
    .where((eb) => isSeen(db, eb, visibility))
    .$if(after !== undefined, (forms) =>
      forms.where(sql<boolean>`(deleted_at, id) < (${at}, ${id})`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, deleted_at: row.deleted_at ?? 0 }));
}

export interface Purgeable {
  readonly deletedAt: number;
  readonly accountId: string;
  readonly id: string;
}

/** Returns forms of all accounts that were deleted before a time, the first deleted first. `after`: the last one of the previous page. */
export async function listPurgeable(
  db: Reader,
  before: number,
  after: Purgeable,
  limit: number,
): Promise<readonly Purgeable[]> {
  const last = sql`(${after.deletedAt}, ${after.accountId}, ${after.id})`;
  const rows = await db
    .selectFrom('forms')
    .select(['deleted_at', 'account_id', 'id'])
    .where('deleted_at', 'is not', null)
    .where('deleted_at', '<', before)
    .where(sql<boolean>`(deleted_at, account_id, id) > ${last}`)
    .orderBy('deleted_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    deletedAt: row.deleted_at ?? 0,
    accountId: row.account_id,
    id: row.id,
  }));
}

/** Removes the form and its history if it is still deleted. @returns false when it was restored. */
export async function purgeForm(
  tx: Tx,
  accountId: string,
  id: string,
  before: number,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('forms')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', '<', before)
    .returning(['created_by', 'assignee_id', 'template_id', 'number'])
    .returning(
      sql<number>`octet_length(answers) + coalesce(octet_length(office_answers), 0)`.as('bytes'),
    )
    .executeTakeFirst();
  if (!row) return false;
  countAnswerBytes(tx, { accountId, id }, { answers: -Number(row.bytes) });
  await keepSeenBy(tx, accountId, id, row);
  await keepNumber(tx, accountId, row);
  await deleteHistory(tx, { accountId, id });
  await forgetWords(tx, { accountId, kind: 'form', id });
  return true;
}
