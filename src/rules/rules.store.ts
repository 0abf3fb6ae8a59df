import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import type { Became, Rule, RuleAction, RuleId, StopReason } from './rule.ts';
import { targetsOf } from './rule.ts';

type Row = Selectable<Tables['rules']>;

export async function insertRule(tx: Tx, rule: Rule): Promise<void> {
  await tx.insertInto('rules').values(toRow(rule)).execute();
  await insertTargets(tx, rule);
}

/** Stores what changes of a rule, which the caller has read under a lock. */
export async function updateRule(tx: Tx, rule: Rule): Promise<void> {
  const { account_id, id, template_id: _, created_at: __, ...changing } = toRow(rule);
  await tx
    .updateTable('rules')
    .set(changing)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  await deleteTargets(tx, rule);
  await insertTargets(tx, rule);
}

async function insertTargets(tx: Tx, { accountId, id, actions }: Rule): Promise<void> {
  const targets = targetsOf(actions);
  if (targets.length === 0) return;
  await tx
    .insertInto('rule_targets')
    .values(
      targets.map((target) => ({
        account_id: accountId,
        rule_id: id,
        type: target.type,
        target_id: target.id,
      })),
    )
    .execute();
}

const deleteTargets = (tx: Tx, { accountId, id }: RuleId) =>
  tx
    .deleteFrom('rule_targets')
    .where('account_id', '=', accountId)
    .where('rule_id', '=', id)
    .execute();

/** Deletes a rule with its runs. */
export async function removeRule(tx: Tx, rule: RuleId): Promise<void> {
  const { accountId, id } = rule;
  await deleteTargets(tx, rule);
  await tx
    .deleteFrom('rule_runs')
    .where('account_id', '=', accountId)
    .where('rule_id', '=', id)
    .execute();
  await tx.deleteFrom('rules').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** Puts the rules of a template into the order of these ids. */
export async function orderRules(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx
      .updateTable('rules')
      .set({ position })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
}

const byKey = (db: Reader, { accountId, id }: RuleId) =>
  db.selectFrom('rules').selectAll().where('account_id', '=', accountId).where('id', '=', id);

export async function findTemplateRule(db: Reader, key: RuleId): Promise<Rule | undefined> {
  const row = await byKey(db, key).executeTakeFirst();
  return row && toRule(row);
}

/** Like {@link findTemplateRule}, and locks it until the transaction ends. */
export async function lockRule(tx: Tx, key: RuleId): Promise<Rule | undefined> {
  const query = byKey(tx, key);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row && toRule(row);
}

/** Returns the rules of a template in their order. There are at most `MAX_RULES`. */
export async function selectRules(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly Rule[]> {
  const rows = await db
    .selectFrom('rules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toRule);
}

type TemplateKey = { readonly accountId: string; readonly templateId: string };
type Waiting = Pick<Row, 'id' | 'cause' | 'cause_detail'>;

// Runs at every transition of a form. Most templates have no rule, so it has to be cheap.
const readWaiting = precompile<Waiting, TemplateKey>((db, { accountId, templateId }) =>
  db
    .selectFrom('rules')
    .select(['id', 'cause', 'cause_detail'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('state', '=', 'on')
    .orderBy('position')
    .orderBy('id'),
);

/** What a transaction has read: a transition asks for it several times, and changes no rule. */
const known = new WeakMap<Reader, Map<string, Promise<readonly Waiting[]>>>();

function waitingRules(db: Reader, of: TemplateKey): Promise<readonly Waiting[]> {
  if (!db.isTransaction) return readWaiting(db, of);
  const read = known.get(db) ?? new Map<string, Promise<readonly Waiting[]>>();
  known.set(db, read);
  const rules = read.get(of.templateId) ?? readWaiting(db, of);
  read.set(of.templateId, rules);
  return rules;
}

/** Returns what the rules of a template that are on wait for. */
export async function selectCauses(db: Reader, of: TemplateKey): Promise<ReadonlySet<string>> {
  return new Set((await waitingRules(db, of)).map(({ cause }) => cause));
}

/** Returns the rules of a template that are on and wait for a field to become a value, in their order. */
export async function selectValueRules(
  db: Reader,
  of: TemplateKey,
): Promise<readonly { readonly id: string; readonly became: Became }[]> {
  const rows = (await waitingRules(db, of)).filter(({ cause }) => cause === 'value');
  return rows.map(({ id, cause_detail }) => ({ id, became: JSON.parse(cause_detail ?? '{}') }));
}

/** Lists the rules of all accounts whose time has come, the longest due first. */
export const listDueRules = (
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly RuleId[]> =>
  db
    .selectFrom('rules')
    .select(['account_id as accountId', 'id'])
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .offset(skipped)
    .execute();

/** Returns the rules that name something, or that a user owns, with the names of their templates, by name; at most `limit`. */
export const selectRulesNaming = (db: Reader, accountId: string, targetId: string, limit: number) =>
  db
    .selectFrom('rules')
    .where('rules.id', 'in', (eb) =>
      eb
        .selectFrom('rule_targets')
        .select('rule_id')
        .where('account_id', '=', accountId)
        .where('target_id', '=', targetId)
        .union(
          eb
            .selectFrom('rules as owned')
            .select('owned.id as rule_id')
            .where('owned.account_id', '=', accountId)
            .where('owned.owner_id', '=', targetId),
        ),
    )
    .innerJoin('templates', (join) =>
      join
        .onRef('templates.account_id', '=', 'rules.account_id')
        .onRef('templates.id', '=', 'rules.template_id'),
    )
    .select(['rules.id', 'rules.name', 'rules.template_id as templateId'])
    .select('templates.name as template')
    .where('rules.account_id', '=', accountId)
    .orderBy('rules.name')
    .orderBy('rules.id')
    .limit(limit)
    .execute();

/** Stores when a rule runs next. Its revision stays: what it does is the same. */
export async function planRule(
  tx: Tx,
  { accountId, id }: RuleId,
  nextAt: number | undefined,
): Promise<void> {
  await tx
    .updateTable('rules')
    .set({ next_at: nextAt ?? null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Stops a rule that is on. */
export async function stopRule(
  tx: Tx,
  { accountId, id }: RuleId,
  reason: StopReason,
  now: number,
): Promise<void> {
  await tx
    .updateTable('rules')
    .set((eb) => ({
      state: 'stopped',
      next_at: null,
      stop_reason: reason,
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'on')
    .execute();
}

/** Returns which templates the rules of these templates assign. */
export async function selectAssigned(
  db: Reader,
  accountId: string,
  templateIds: readonly string[],
): Promise<readonly { readonly from: string; readonly to: string }[]> {
  if (templateIds.length === 0) return [];
  return await db
    .selectFrom('rules')
    .innerJoin('rule_targets', (join) =>
      join
        .onRef('rule_targets.account_id', '=', 'rules.account_id')
        .onRef('rule_targets.rule_id', '=', 'rules.id'),
    )
    .select(['rules.template_id as from', 'rule_targets.target_id as to'])
    .distinct()
    .where('rules.account_id', '=', accountId)
    .where('rules.template_id', 'in', [...templateIds])
    .where('rule_targets.type', '=', 'Template')
    .orderBy('from')
    .orderBy('to')
    .execute();
}

const toRow = (rule: Rule): Insertable<Tables['rules']> => ({
  account_id: rule.accountId,
  id: rule.id,
  template_id: rule.templateId,
  position: rule.position,
  name: rule.name,
  cause: rule.trigger,
  cause_detail: JSON.stringify(rule.became ?? rule.schedule) ?? null,
  next_at: rule.nextAt ?? null,
  condition: rule.condition ?? null,
  actions: JSON.stringify(rule.actions),
  state: rule.state,
  stop_reason: rule.stopReason ?? null,
  owner_id: rule.ownerId,
  created_at: rule.createdAt,
  updated_at: rule.updatedAt,
  revision: rule.revision,
});

function toRule(row: Row): Rule {
  const actions: readonly RuleAction[] = JSON.parse(row.actions);
  const detail = JSON.parse(row.cause_detail ?? 'null') ?? undefined;
  return {
    accountId: row.account_id,
    id: row.id,
    templateId: row.template_id,
    position: row.position,
    name: row.name,
    trigger: row.cause,
    became: row.cause === 'value' ? detail : undefined,
    schedule: row.cause === 'schedule' ? detail : undefined,
    nextAt: row.next_at ?? undefined,
    condition: row.condition ?? undefined,
    actions,
    state: row.state,
    stopReason: row.stop_reason ?? undefined,
    ownerId: row.owner_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}
