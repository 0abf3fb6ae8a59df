import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { isWithin, visibilityOf } from './visibility.ts';

/** A form as the audit log names it. */
export interface NamedForm {
  readonly id: string;
  /** Its own name, or for somebody who may not see the form that of its template with its number. */
  readonly name: string;
  /** Whether its page can be opened: the viewer may see it, and it is not deleted. */
  readonly isOpen: boolean;
  readonly isDeleted: boolean;
}

/**
 * Returns the forms among these ids, deleted ones included. The name of a form can contain answers, so only those who
 * may see the form get it.
 */
export async function nameForms(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly NamedForm[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('forms as f')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.account_id', '=', 'f.account_id').onRef('t.id', '=', 'f.template_id'),
    )
    .select(['f.id', 'f.name', 'f.number', 'f.deleted_at', 't.name as template'])
    .select(['f.created_by', 'f.assignee_id', 'f.template_id', 'f.review_by', 'f.status'])
    .where('f.account_id', '=', viewer.accountId)
    .where(isIn(db, sql.ref('f.id'), ids))
    .execute();
  const visibility = await visibilityOf(db, directory, viewer);
  return rows.map(({ id, name, number, deleted_at: deletedAt, template, ...row }) => {
    const isSeen = isWithin(visibility, row);
    return {
      id,
      name: isSeen ? name : `${template} ${number}`,
      isOpen: isSeen && deletedAt === null,
      isDeleted: deletedAt !== null,
    };
  });
}
