import { type Selectable, sql } from 'kysely';
import { claimEnd, isUnclaimed } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { RuleEvent, RuleId } from './rule.ts';

/** Longer than all rules of an event take; after it, another node takes the event. */
const CLAIM_MS = 60_000;

export const insertRuleEvent = (tx: Tx, event: RuleEvent, now: number): Promise<void> =>
  insertRuleEvents(tx, [event], now);

export async function insertRuleEvents(
  tx: Tx,
  events: readonly RuleEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('rule_events')
    .values(
      events.map((event) => ({
        account_id: event.accountId,
        id: event.id,
        template_id: event.templateId,
        form_id: event.formId,
        revision: event.revision,
        cause: event.trigger,
        at: event.at,
        rule_id: event.ruleId ?? null,
        depth: event.depth,
        attempts: event.attempts,
        next_at: now,
        claimed_until: null,
      })),
    )
    .execute();
}

/** The rules of a template take turns with those of others. */
export interface TemplateKey {
  readonly accountId: string;
  readonly templateId: string;
}

/** Lists the templates with an event that is due. */
export async function selectTemplatesWaiting(
  db: Reader,
  now: number,
): Promise<readonly TemplateKey[]> {
  // Mostly nothing waits, and then the rules of all accounts are not looked through.
  const first = await db.selectFrom('rule_events').select('id').limit(1).executeTakeFirst();
  if (first === undefined) return [];
  return db
    .selectFrom('rules')
    .select(['rules.account_id as accountId', 'rules.template_id as templateId'])
    .distinct()
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rule_events')
          .select(sql`1`.as('one'))
          .whereRef('rule_events.account_id', '=', 'rules.account_id')
          .whereRef('rule_events.template_id', '=', 'rules.template_id')
          .where('rule_events.next_at', '<=', now)
          .where(isUnclaimed(db, now)),
      ),
    )
    .orderBy('accountId')
    .orderBy('templateId')
    .execute();
}

/** Deletes what waits for a template without rules. */
export async function deleteRuleEventsOf(
  tx: Tx,
  { accountId, templateId }: TemplateKey,
): Promise<void> {
  await tx
    .deleteFrom('rule_events')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}

/**
 * Claims the oldest event of a template that is due and is the first one of its form: events of a form follow each other,
 * also where several nodes claim them.
 */
export async function claimRuleEvent(
  db: Reader,
  { accountId, templateId }: TemplateKey,
  now: number,
): Promise<RuleEvent | undefined> {
  for (;;) {
    const row = await db
      .selectFrom('rule_events as e')
      .selectAll('e')
      .where('account_id', '=', accountId)
      .where('template_id', '=', templateId)
      .where('next_at', '<=', now)
      .where(isUnclaimed(db, now))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('rule_events as first')
              .select(sql`1`.as('one'))
              .whereRef('first.account_id', '=', 'e.account_id')
              .whereRef('first.form_id', '=', 'e.form_id')
              .where(sql<boolean>`(first.revision, first.id) < (e.revision, e.id)`),
          ),
        ),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const { numUpdatedRows } = await db
      .updateTable('rule_events')
      .set({ claimed_until: claimEnd(db, now, CLAIM_MS), attempts: row.attempts + 1 })
      .where('account_id', '=', accountId)
      .where('id', '=', row.id)
      .where('attempts', '=', row.attempts)
      .where(isUnclaimed(db, now))
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...toEvent(row), attempts: row.attempts + 1 };
  }
}

/** Locks an event until the transaction ends. @returns false if it was deleted: every rule has run. */
export async function lockRuleEvent(tx: Tx, { accountId, id }: RuleId): Promise<boolean> {
  const query = tx
    .selectFrom('rule_events')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id);
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row !== undefined;
}

export async function deleteRuleEvent(db: Reader, { accountId, id }: RuleId): Promise<void> {
  await db
    .deleteFrom('rule_events')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Releases a claimed event, due at the given time. An attempt that nobody is to blame for does not count. */
export async function releaseRuleEvent(
  db: Reader,
  { accountId, id, attempts }: RuleEvent,
  { nextAt, counts }: { readonly nextAt: number; readonly counts: boolean },
): Promise<void> {
  await db
    .updateTable('rule_events')
    .set({ claimed_until: null, next_at: nextAt, ...(!counts && { attempts: attempts - 1 }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute();
}

const toEvent = (row: Selectable<Tables['rule_events']>): RuleEvent => ({
  accountId: row.account_id,
  id: row.id,
  templateId: row.template_id,
  formId: row.form_id,
  revision: row.revision,
  trigger: row.cause,
  at: row.at,
  ruleId: row.rule_id ?? undefined,
  depth: row.depth ?? 0,
  attempts: row.attempts,
});
