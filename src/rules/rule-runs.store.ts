import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { deleteOldRows } from '#db/delete-old-rows.ts';
import type { Tables } from '#db/tables.ts';
import type { ActionDone, RuleEvent, RuleId, RuleRun } from './rule.ts';

type Row = Selectable<Tables['rule_runs']>;

export async function insertRun(tx: Tx, run: RuleRun): Promise<void> {
  await tx
    .insertInto('rule_runs')
    .values({
      account_id: run.accountId,
      id: run.id,
      rule_id: run.ruleId,
      template_id: run.templateId,
      form_id: run.formId,
      event_id: run.eventId,
      cause: run.trigger,
      at: run.at,
      outcome: run.outcome,
      reason: run.reason ?? null,
      done: JSON.stringify(run.done),
    })
    .execute();
}

/** Returns whether a rule has a line about an event. */
export async function hasRun(
  db: Reader,
  { id: ruleId }: RuleId,
  { accountId, formId, id }: RuleEvent,
): Promise<boolean> {
  const row = await runsOnForm(db, accountId, ruleId, formId)
    .select('id')
    .where('event_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts how often a rule has acted on a form since a time. @param most counts no further */
export async function countRuns(
  db: Reader,
  { id: ruleId }: RuleId,
  { accountId, formId }: RuleEvent,
  { since, most }: { readonly since: number; readonly most: number },
): Promise<number> {
  const rows = await runsOnForm(db, accountId, ruleId, formId)
    .select('id')
    .where('at', '>', since)
    .where('outcome', '=', 'done')
    .limit(most)
    .execute();
  return rows.length;
}

const runsOnForm = (db: Reader, accountId: string, ruleId: string, formId: string) =>
  db
    .selectFrom('rule_runs')
    .where('account_id', '=', accountId)
    .where('rule_id', '=', ruleId)
    .where('form_id', '=', formId);

export async function findRun(db: Reader, { accountId, id }: RuleId): Promise<RuleRun | undefined> {
  const row = await db
    .selectFrom('rule_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRun(row);
}

/** Returns the runs of the rules of a template, newest first. */
export async function selectRuns(
  db: Reader,
  { accountId, templateId }: { readonly accountId: string; readonly templateId: string },
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly RuleRun[]> {
  const rows = await db
    .selectFrom('rule_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map(toRun);
}

/** Deletes runs from before the given time. */
export async function deleteOldRuns(db: Reader, before: number): Promise<void> {
  const accounts = await db.selectFrom('accounts').select('id').execute();
  const kinds = accounts.map(({ id }) => ({
    table: 'rule_runs' as const,
    key: ['account_id', 'id'],
    where: sql<boolean>`account_id = ${id} and at < ${before}`,
  }));
  await deleteOldRows(db, kinds);
}

function toRun(row: Row): RuleRun {
  const done: readonly ActionDone[] = JSON.parse(row.done);
  return {
    accountId: row.account_id,
    id: row.id,
    ruleId: row.rule_id,
    templateId: row.template_id,
    formId: row.form_id,
    eventId: row.event_id,
    trigger: row.cause,
    at: row.at,
    outcome: row.outcome,
    reason: row.reason ?? undefined,
    done,
  };
}
