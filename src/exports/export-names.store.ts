import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** Returns forms that are not deleted, with what decides who sees them. */
export const selectNamed = (db: Reader, accountId: string, ids: readonly string[]) =>
  db
    .selectFrom('forms')
    .select(['id', 'name', 'created_by', 'assignee_id', 'template_id', 'review_by', 'status'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), [...new Set(ids)]))
    .where('deleted_at', 'is', null)
    .execute();
