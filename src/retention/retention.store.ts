import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { selectThrough } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { MOST_COUNTED, type RetentionRule, type RetentionTerms } from './retention.ts';

export type RuleKey = Pick<RetentionRule, 'accountId' | 'templateId'>;

export async function findRule(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<RetentionRule | undefined> {
  const row = await db
    .selectFrom('retention_rules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  return row && toRule(row);
}

/** Returns a page of the keys of all rules, by account and template. `after`: the last one of the previous page. */
export async function listRuleKeys(
  db: Reader,
  after: RuleKey,
  limit: number,
): Promise<readonly RuleKey[]> {
  const rows = await db
    .selectFrom('retention_rules')
    .select(['account_id', 'template_id'])
    .where(sql<boolean>`(account_id, template_id) > (${after.accountId}, ${after.templateId})`)
    .orderBy('account_id')
    .orderBy('template_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, templateId: row.template_id }));
}

export async function saveRule(tx: Tx, rule: RetentionRule): Promise<void> {
  const columns = {
    action: rule.action,
    days: rule.days,
    counted_from: rule.countedFrom,
    fields: JSON.stringify(rule.fields),
    blank_location: rule.location ? 1 : 0,
    set_by: rule.setBy,
    set_at: rule.setAt,
    told_at: rule.toldAt ?? null,
  } as const;
  await tx
    .insertInto('retention_rules')
    .values({ account_id: rule.accountId, template_id: rule.templateId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id', 'template_id']).doUpdateSet(columns))
    .execute();
}

/** Records that people were told of a rule. @returns false when they were told before or the rule was set again */
export async function markTold(tx: Tx, rule: RetentionRule, at: number): Promise<boolean> {
  const row = await tx
    .updateTable('retention_rules')
    .set({ told_at: at })
    .where('account_id', '=', rule.accountId)
    .where('template_id', '=', rule.templateId)
    .where('set_at', '=', rule.setAt)
    .where('told_at', 'is', null)
    .returning('template_id')
    .executeTakeFirst();
  return row !== undefined;
}

type Terms = RetentionTerms & Pick<RetentionRule, 'accountId' | 'templateId' | 'setAt'>;

/**
 * Selects the forms whose counted moment is not after `cutoff`. Deleted forms are included, because they can be
 * restored. A form that was blanked is due again when somebody has written it since, or when the rule was set since,
 * because the rule may name more fields now.
 */
const dueForms = (db: Reader, terms: Terms, cutoff: number) =>
  selectThrough(db, 'forms', 'forms_retained')
    .where('account_id', '=', terms.accountId)
    .where('template_id', '=', terms.templateId)
    // A form is completed after it was created, so the index serves both.
    .where('created_at', '<=', cutoff)
    .$if(terms.countedFrom === 'completion', (forms) =>
      forms.where('status', '=', 'complete').where('status_changed_at', '<=', cutoff),
    )
    .$if(terms.action === 'blank', (forms) =>
      forms.where(({ or, eb, ref }) =>
        or([
          eb('blanked_at', 'is', null),
          eb('blanked_at', '<=', terms.setAt),
          eb('updated_at', '>', ref('blanked_at')),
        ]),
      ),
    );

export interface DueForm {
  readonly id: string;
  readonly createdAt: number;
}

/** Returns due forms, the first created first. `after`: the last one of the previous page. */
export async function listDueForms(
  db: Reader,
  terms: Terms,
  cutoff: number,
  after: DueForm,
  limit: number,
): Promise<readonly DueForm[]> {
  const rows = await dueForms(db, terms, cutoff)
    .select(['id', 'created_at'])
    .where(sql<boolean>`(created_at, id) > (${after.createdAt}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, createdAt: Number(row.created_at) }));
}

/** Returns whether a form is still due. */
export async function isDue(
  db: Reader,
  terms: Terms,
  cutoff: number,
  id: string,
): Promise<boolean> {
  const row = await dueForms(db, terms, cutoff)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts due forms up to {@link MOST_COUNTED} and one. */
export async function countDueForms(db: Reader, terms: Terms, cutoff: number): Promise<number> {
  const counted = dueForms(db, terms, cutoff)
    .select('id')
    .limit(MOST_COUNTED + 1);
  const { count } = await db
    .selectFrom(counted.as('due'))
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the earliest counted moment of a form that is or will be due; undefined without such a form. */
export async function firstCountedAt(db: Reader, terms: Terms): Promise<number | undefined> {
  const moment = terms.countedFrom === 'completion' ? 'status_changed_at' : 'created_at';
  const row = await dueForms(db, terms, Number.MAX_SAFE_INTEGER)
    .select((eb) => eb.fn.min(moment).as('at'))
    .executeTakeFirst();
  return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
}

/** Records when a form was blanked. */
export async function markBlanked(
  tx: Tx,
  accountId: string,
  id: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('forms')
    .set({ blanked_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

function toRule(row: Selectable<Tables['retention_rules']>): RetentionRule {
  const fields: readonly string[] = JSON.parse(row.fields);
  return {
    accountId: row.account_id,
    templateId: row.template_id,
    action: row.action,
    days: row.days,
    countedFrom: row.counted_from,
    fields,
    location: row.blank_location === 1,
    setBy: row.set_by,
    setAt: Number(row.set_at),
    toldAt: row.told_at === null ? undefined : Number(row.told_at),
  };
}
