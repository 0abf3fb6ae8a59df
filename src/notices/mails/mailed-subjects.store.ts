import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** What mails need to know of a thing, besides whether its reader may see it. */
export interface MailedSubject {
  /** Without answers. */
  readonly name: string;
  /** Whether it is still to be filled in. */
  readonly isOpen: boolean;
  readonly isInReview: boolean;
  readonly assigneeId: string;
  readonly isForGroup: boolean;
}

/** Returns forms that are not deleted. */
export async function selectMailedForms(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MailedSubject>> {
  const rows = await db
    .selectFrom('forms as f')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.account_id', '=', 'f.account_id').onRef('t.id', '=', 'f.template_id'),
    )
    .select(['f.id', 'f.name', 'f.name_pattern', 'f.number', 'f.status', 'f.review_state'])
    .select(['f.assignee_type', 'f.assignee_id', 't.name as template'])
    .where('f.account_id', '=', accountId)
    .where(isIn(db, sql.ref('f.id'), ids))
    .where('f.deleted_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        // A name that follows answers contains them, and no answer is sent by mail.
        name: row.name_pattern === null ? row.name : `${row.template} ${row.number}`,
        isOpen: row.status === 'draft',
        isInReview: row.status === 'complete' && row.review_state === 'in-review',
        assigneeId: row.assignee_id,
        isForGroup: row.assignee_type === 'Group',
      },
    ]),
  );
}

/** Returns assignments. */
export async function selectMailedWork(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MailedSubject>> {
  const rows = await db
    .selectFrom('assignments as a')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.account_id', '=', 'a.account_id').onRef('t.id', '=', 'a.template_id'),
    )
    .select(['a.id', 'a.state', 'a.assignee_id', 'a.assignee_type', 't.name'])
    .where('a.account_id', '=', accountId)
    .where(isIn(db, sql.ref('a.id'), ids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        name: row.name,
        isOpen: row.state === 'waiting' || row.state === 'begun',
        isInReview: false,
        assigneeId: row.assignee_id,
        isForGroup: row.assignee_type === 'Group',
      },
    ]),
  );
}
