import { type Selectable, sql } from 'kysely';
import type { Flag } from '#db/column-types.ts';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import type { Grant, Rights } from './rights.ts';

interface OfTemplate {
  readonly accountId: string;
  readonly templateId: string;
}

const grantsOf = precompile<Selectable<Tables['template_grants']>, OfTemplate>(
  (db, { accountId, templateId }) =>
    db
      .selectFrom('template_grants')
      .select(['account_id', 'template_id', 'subject', 'subject_type', 'fill', 'see'])
      .select(['edit', 'assign', 'review', 'manage'])
      .where('account_id', '=', accountId)
      .where('template_id', '=', templateId)
      .orderBy('subject'),
);

/** Returns all grants of a template by subject. `requireFewGrants` limits their number. */
export async function selectGrants(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly Grant[]> {
  return (await grantsOf(db, { accountId, templateId })).map(toGrant);
}

/** Returns what was given to any of the subjects, by template, on the templates with these ids. */
export async function selectRightsOn(
  db: Reader,
  accountId: string,
  templateIds: readonly string[],
  subjects: readonly string[],
): Promise<ReadonlyMap<string, readonly Rights[]>> {
  const rows = await db
    .selectFrom('template_grants')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('template_id'), templateIds))
    .where(isIn(db, sql.ref('subject'), subjects))
    .execute();
  const found = Map.groupBy(rows, (row) => row.template_id);
  return new Map([...found].map(([id, grants]) => [id, grants.map(toGrant)]));
}

/** Stores the rights of a subject on a template, instead of those that it had. */
export async function putGrant(
  tx: Tx,
  accountId: string,
  templateId: string,
  { subject, type, fill, see, edit, assign, review, manage }: Grant,
): Promise<void> {
  const rights = {
    fill: flag(fill),
    see,
    edit: flag(edit),
    assign: flag(assign),
    review: flag(review),
    manage: flag(manage),
  };
  await tx
    .insertInto('template_grants')
    .values({
      ...{ account_id: accountId, template_id: templateId, subject, subject_type: type },
      ...rights,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'template_id', 'subject']).doUpdateSet(rights),
    )
    .execute();
}

export async function deleteGrant(
  tx: Tx,
  accountId: string,
  templateId: string,
  subject: string,
): Promise<void> {
  await tx
    .deleteFrom('template_grants')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('subject', '=', subject)
    .execute();
}

/** Deletes the grants on a template of users and groups that were deleted since. */
export async function deleteDeadGrants(
  tx: Tx,
  accountId: string,
  templateId: string,
): Promise<void> {
  const holders = [
    ['User', 'users'],
    ['Group', 'groups'],
  ] as const;
  for (const [type, table] of holders) {
    const known = tx.selectFrom(table).select('id').where('account_id', '=', accountId);
    await tx
      .deleteFrom('template_grants')
      .where('account_id', '=', accountId)
      .where('template_id', '=', templateId)
      .where('subject_type', '=', type)
      .where('subject', 'not in', known)
      .execute();
  }
}

/** Deletes all grants of a template. */
export async function deleteGrants(tx: Tx, accountId: string, templateId: string): Promise<void> {
  await tx
    .deleteFrom('template_grants')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}

const flag = (value: boolean): Flag => (value ? 1 : 0);

function toGrant(row: Selectable<Tables['template_grants']>): Grant {
  return {
    subject: row.subject,
    type: row.subject_type,
    fill: row.fill === 1,
    see: row.see,
    edit: row.edit === 1,
    assign: row.assign === 1,
    review: row.review === 1,
    manage: row.manage === 1,
  };
}
