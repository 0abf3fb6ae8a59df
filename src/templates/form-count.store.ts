// How many forms a template has, without deleted ones. The total is spread over rows of its own (`counters`), because a
// column of the template would be locked by each new form until its commit (decision 172). What `templates.form_count`
// holds was counted by a version that wrote it, and is the start of the total.
import { sql } from 'kysely';
import { beforeCommit } from '#db/before-commit.ts';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';

/** Adds 1 or -1 to the number of forms of a template, at the end of the transaction. */
export function addToFormCount(
  tx: Tx,
  { accountId, templateId, id }: { accountId: string; templateId: string; id: string },
  delta: 1 | -1,
): void {
  beforeCommit(tx, () => addToCounter(tx, accountId, `forms of ${templateId}`, id, delta));
}

/** Returns the number of forms of each selected row of `templates`. @param templates the name of the table in the query */
export const formCountOf = (templates: string) => {
  const column = (name: string) => sql.ref(`${templates}.${name}`);
  return sql<number>`cast(${column('form_count')} + coalesce((
    select sum(value) from counters
    where counters.account_id = ${column('account_id')} and counters.name = 'forms of ' || ${column('id')}
  ), 0) as integer)`;
};

/** Returns how many forms the templates have together, without deleted ones. */
export async function sumFormCounts(
  db: Reader,
  accountId: string,
  templateIds: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('templates')
    .select(sql<number | string | null>`sum(${formCountOf('templates')})`.as('total'))
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), templateIds))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}
