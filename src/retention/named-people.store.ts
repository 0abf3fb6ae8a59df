// Where answers name a person: forms, and what was filled in ahead for work and series.
import { type SqlBool, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

interface Named {
  readonly accountId: string;
  readonly userId: string;
  /** The templates that ask for people. */
  readonly templateIds: readonly string[];
}

/** Returns the templates of which a version asks for people. */
export async function templatesAskingForPeople(
  db: Reader,
  accountId: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select('template_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where('definition', 'like', '%"person"%')
    .orderBy('template_id')
    .execute();
  return rows.map((row) => row.template_id);
}

/** Returns a page of the forms of these templates, deleted ones included, and whether their answers name the person. */
export async function listNamingForms(
  db: Reader,
  { accountId, userId, templateIds }: Named,
  after: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly names: boolean }[]> {
  const rows = await db
    .selectFrom('forms')
    .select((eb) => ['id', eb.case().when(naming(userId)).then(1).else(0).end().as('names')])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('template_id'), templateIds))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, names }) => ({ id, names: Number(names) === 1 }));
}

/** Changes what was filled in ahead for work and series of these templates, where it names the person. */
export async function changeAhead(
  tx: Tx,
  { accountId, userId, templateIds }: Named,
  change: (answers: string) => string,
): Promise<void> {
  for (const table of ['assignments', 'series'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'answers'])
      .where('account_id', '=', accountId)
      .where(isIn(tx, sql.ref('template_id'), templateIds))
      .where(naming(userId))
      .orderBy('id')
      .execute();
    for (const { id, answers } of rows) {
      await tx
        .updateTable(table)
        .set({ answers: change(answers) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
    }
  }
}

/** Ids have no sign that a pattern or JSON writes in another way. */
const naming = (userId: string) => sql<SqlBool>`answers like ${`%"${userId}"%`}`;
