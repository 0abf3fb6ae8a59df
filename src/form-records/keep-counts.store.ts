import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import {
  deleteDeploymentValue,
  readDeploymentValue,
  replaceDeploymentValue,
} from '#db/deployment-values.ts';
import { engineOf, recordRows } from '#db/dialect.ts';

/** The name of the progress: the account and the form up to which forms of before are counted; gone once all are. */
export const COUNTING = 'count-forms';

export const readProgress = (db: Reader): Promise<string | undefined> =>
  readDeploymentValue(db, COUNTING);

/**
 * Counts the next forms that may have been there before the triggers. What is missing in the changes of these forms is
 * added to them: one statement sees forms and changes as of one moment, so that others may write them meanwhile.
 * @param progress from which nobody else may have gone on
 * @returns the progress then; undefined when all are counted, or somebody has gone on
 */
export async function countNext(
  tx: Tx,
  progress: string,
  limit: number,
): Promise<string | undefined> {
  const [accountId, id]: [string, string] = JSON.parse(progress);
  const last = await tx
    .selectFrom('forms')
    .select(['account_id', 'id'])
    .where(sql<boolean>`(account_id, id) > (${accountId}, ${id})`)
    .orderBy('account_id')
    .orderBy('id')
    .limit(1)
    .offset(limit - 1)
    .executeTakeFirst();
  const next = last && JSON.stringify([last.account_id, last.id]);
  const isFirst = next
    ? await replaceDeploymentValue(tx, COUNTING, progress, next)
    : await deleteDeploymentValue(tx, COUNTING, progress);
  if (!isFirst) return undefined;
  const isNext = (key: 'id' | 'form_id') => sql`
    (account_id, ${sql.ref(key)}) > (${accountId}, ${id})
    ${last ? sql`and (account_id, ${sql.ref(key)}) <= (${last.account_id}, ${last.id})` : sql``}`;
  await sql`insert into form_count_changes (account_id, form_id, id, template_id, at, standing, change)
    select account_id, max(form_id), template_id || at || standing, template_id, at, standing, sum(n)
    from (
      select account_id, id as form_id, template_id, created_at - created_at % 900000 as at, case
          when status = 'complete' and review_state = 'rejected' and review_revision = revision then 'rejected'
          else status end as standing, 1 as n
        from forms where ${isNext('id')} and deleted_at is null
      union all
      select account_id, form_id, template_id, at, standing, -change from form_count_changes where ${isNext('form_id')}
    ) as found
    group by account_id, template_id, at, standing having sum(n) <> 0`.execute(tx);
  return next;
}

/** The lengths of time for which forms are counted, in milliseconds: at any time, a day, a quarter of an hour. */
const SPANS = [0, 86_400_000, 900_000] as const;

/** Adds at most `limit` changes to the counts. @returns how many */
export async function addChanges(tx: Tx, limit: number): Promise<number> {
  const query = tx
    .selectFrom('form_count_changes')
    .selectAll()
    .orderBy('account_id')
    .orderBy('form_id')
    .orderBy('id')
    .limit(limit);
  const locked = engineOf(tx) === 'postgres' ? query.forUpdate().skipLocked() : query;
  const changes = await locked.execute();
  if (changes.length === 0) return 0;
  const sums = new Map<string, Sum>();
  for (const { account_id: accountId, template_id, standing, ...row } of changes) {
    for (const templateId of [template_id, '']) {
      for (const span of SPANS) {
        const at = span === 0 ? 0 : Number(row.at) - (Number(row.at) % span);
        const key = JSON.stringify([accountId, templateId, span, at, standing]);
        const n = (sums.get(key)?.n ?? 0) + Number(row.change);
        sums.set(key, { accountId, templateId, span, at, standing, n });
      }
    }
  }
  // In the order of the key, so that nodes whose leases overlap do not wait for each other in a circle.
  const added = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, sum]) => (sum.n === 0 ? [] : [sum]));
  await sql`insert into form_counts (account_id, template_id, span, at, standing, forms)
    select added."accountId", added."templateId", added.span, added.at, added.standing, added.n
    from ${recordRows(tx, added, SUM, 'added')} where true
    on conflict (account_id, template_id, span, at, standing)
    do update set forms = form_counts.forms + excluded.forms`.execute(tx);
  const gone = recordRows(
    tx,
    changes.map(({ account_id: accountId, form_id: formId, id }) => ({ accountId, formId, id })),
    { accountId: 'text', formId: 'text', id: 'text' },
    'gone',
  );
  await sql`delete from form_count_changes where (account_id, form_id, id) in
    (select gone."accountId", gone."formId", gone.id from ${gone})`.execute(tx);
  // What no form counts for any more.
  await sql`delete from form_counts where forms = 0 and (account_id, template_id, span, at, standing) in
    (select added."accountId", added."templateId", added.span, added.at, added.standing
      from ${recordRows(tx, added, SUM, 'added')})`.execute(tx);
  return changes.length;
}

interface Sum {
  readonly accountId: string;
  readonly templateId: string;
  readonly span: number;
  readonly at: number;
  readonly standing: string;
  readonly n: number;
}

const SUM = {
  ...({ accountId: 'text', templateId: 'text', standing: 'text' } as const),
  ...({ span: 'bigint', at: 'bigint', n: 'bigint' } as const),
};
