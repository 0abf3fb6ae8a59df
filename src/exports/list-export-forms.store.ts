import type { Reader } from '#db/database.ts';
import type { FormStatus, ReviewState } from '#form-basics/index.ts';
import { REVIEW_COLUMNS, reviewOf } from '#form-records/index.ts';

/** The properties that decide whether a form is part of an export. Only then are its answers read. */
export interface FormHead {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly status: FormStatus;
  readonly createdBy: string;
  readonly assigneeId: string;
  readonly reviewBy: string | null;
  readonly review: ReviewState | undefined;
  readonly updatedAt: number;
  readonly isDeleted: boolean;
}

/** Returns forms of a template by number, deleted ones included. The cost does not depend on the number of forms. */
export async function listHeads(
  db: Reader,
  accountId: string,
  templateId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly FormHead[]> {
  const rows = await db
    .selectFrom('forms')
    .select([
      'id',
      'number',
      'name',
      'status',
      'created_by',
      'assignee_id',
      'review_by',
      'revision',
      ...REVIEW_COLUMNS,
      'updated_at',
      'deleted_at',
    ])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    name: row.name,
    status: row.status,
    createdBy: row.created_by,
    assigneeId: row.assignee_id,
    reviewBy: row.review_by,
    review: reviewOf(row)?.state,
    updatedAt: Number(row.updated_at),
    isDeleted: row.deleted_at !== null,
  }));
}

/** Returns the highest number of a template's forms; 0 when it has none. */
export async function highestNumber(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<number> {
  const row = await db
    .selectFrom('forms')
    .select('number')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Returns the ids of a template's versions, newest first. */
export async function selectVersionIds(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}
