import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Form, Viewer } from './form.ts';
import type { GroupsOfUser } from './writes.ts';

/**
 * Which forms somebody sees: all, or those where one of these columns holds one of these ids. The
 * one rule of visibility; lists and single reads both start from it.
 */
export type Sight =
  | 'all'
  | readonly {
      readonly column: 'created_by' | 'assignee_id';
      readonly ids: readonly string[];
    }[];

/** Admins and designers: all. Members: made by them, assigned to them or to a group of theirs. */
export async function sightOf(db: Reader, directory: GroupsOfUser, viewer: Viewer): Promise<Sight> {
  if (viewer.role !== 'member') return 'all';
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return [
    { column: 'created_by', ids: [viewer.userId] },
    { column: 'assignee_id', ids: [viewer.userId, ...groups] },
  ];
}

export function isVisible(sight: Sight, form: Form): boolean {
  if (sight === 'all') return true;
  const values = { created_by: form.createdBy, assignee_id: form.assignment.id };
  return sight.some(({ column, ids }) => ids.includes(values[column]));
}

/** The same rule as a condition on `forms`; true where everything is seen. */
export function isVisibleRow(
  db: Reader,
  eb: ExpressionBuilder<Tables, 'forms'>,
  sight: Sight,
): ExpressionWrapper<Tables, 'forms', SqlBool> {
  if (sight === 'all') return eb.and([]);
  return eb.or(sight.map(({ column, ids }) => isIn(db, eb.ref(`forms.${column}`), ids)));
}
