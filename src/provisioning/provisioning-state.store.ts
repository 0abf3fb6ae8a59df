import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import type { ProvisioningState } from '#db/provisioning-tables.ts';
import type { SyncRules } from '#directory/index.ts';

/** How many people provisioning may deactivate or delete within a window before it is paused. */
export interface GuardRule {
  readonly enabled: boolean;
  readonly sharePercent: number;
  readonly minimum: number;
  readonly windowMinutes: number;
  /** The rule is off until then, in milliseconds since the epoch; undefined: the rule applies. */
  readonly offUntil: number | undefined;
}

export interface StoredProvisioning {
  readonly state: ProvisioningState;
  readonly reason: 'admin' | 'guard' | undefined;
  readonly changedAt: number | undefined;
  readonly changedBy: string | undefined;
  readonly guard: GuardRule;
  readonly retentionDays: number;
  /** When the newest entry was made that the log lost to its limit in bytes, in milliseconds since the epoch. */
  readonly logCutAt: number | undefined;
}

/**
 * The rule until an admin changes it: small enough to stop the first wrong assignment in an organisation of twenty,
 * large enough for the leavers of an ordinary day.
 */
const DEFAULT_GUARD: GuardRule = {
  enabled: true,
  sharePercent: 20,
  minimum: 10,
  windowMinutes: 60,
  offUntil: undefined,
};

interface GuardRow {
  readonly guard_enabled: 0 | 1 | null;
  readonly guard_percent: number | null;
  readonly guard_minimum: number | null;
  readonly guard_minutes: number | null;
  readonly guard_off_until: number | null;
}

export async function readProvisioningSettings(
  db: Reader,
  accountId: string,
): Promise<StoredProvisioning | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('provisioning_settings as p', 'p.account_id', 'a.id')
    .select([
      'a.provisioning',
      'a.provisioning_log_days',
      'a.provisioning_log_cut_at',
      'p.reason',
      'p.changed_at',
      'p.changed_by',
    ])
    .select(['p.guard_enabled', 'p.guard_percent', 'p.guard_minimum', 'p.guard_minutes'])
    .select('p.guard_off_until')
    .where('a.id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    state: row.provisioning,
    reason: row.reason ?? undefined,
    changedAt: row.changed_at ?? undefined,
    changedBy: row.changed_by ?? undefined,
    guard: toRule(row),
    retentionDays: row.provisioning_log_days,
    logCutAt:
      row.provisioning_log_cut_at === null ? undefined : Number(row.provisioning_log_cut_at),
  };
}

const selectGuard = precompile<GuardRow, { readonly accountId: string }>((db, { accountId }) =>
  db
    .selectFrom('provisioning_settings')
    .select(['guard_enabled', 'guard_percent', 'guard_minimum', 'guard_minutes'])
    .select('guard_off_until')
    .where('account_id', '=', accountId),
);

export async function readGuardRule(db: Reader, accountId: string): Promise<GuardRule> {
  const [row] = await selectGuard(db, { accountId });
  return row ? toRule(row) : DEFAULT_GUARD;
}

function toRule(row: GuardRow): GuardRule {
  return {
    enabled: row.guard_enabled === null ? DEFAULT_GUARD.enabled : row.guard_enabled === 1,
    sharePercent: row.guard_percent ?? DEFAULT_GUARD.sharePercent,
    minimum: row.guard_minimum ?? DEFAULT_GUARD.minimum,
    windowMinutes: row.guard_minutes ?? DEFAULT_GUARD.windowMinutes,
    offUntil: row.guard_off_until ?? undefined,
  };
}

export async function saveGuardRule(tx: Tx, accountId: string, rule: GuardRule): Promise<void> {
  const columns = {
    guard_enabled: rule.enabled ? 1 : 0,
    guard_percent: rule.sharePercent,
    guard_minimum: rule.minimum,
    guard_minutes: rule.windowMinutes,
    guard_off_until: rule.offUntil ?? null,
  } as const;
  await tx
    .insertInto('provisioning_settings')
    .values({ account_id: accountId, ...columns })
    .onConflict((oc) => oc.column('account_id').doUpdateSet(columns))
    .execute();
}

export async function saveRetention(tx: Tx, accountId: string, days: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ provisioning_log_days: days })
    .where('id', '=', accountId)
    .execute();
}

/** Saves the given rules; omitted ones stay as they are. */
export async function saveSyncRules(
  tx: Tx,
  accountId: string,
  {
    keepsOmittedMembers: keeps,
    managersByName: byName,
    restoresByExternalId: restores,
  }: Partial<SyncRules>,
): Promise<void> {
  if (keeps === undefined && byName === undefined && restores === undefined) return;
  await tx
    .updateTable('accounts')
    .set({
      ...(keeps !== undefined && { keeps_omitted_members: keeps ? 1 : 0 }),
      ...(byName !== undefined && { managers_by_name: byName ? 1 : 0 }),
      ...(restores !== undefined && { restores_by_external_id: restores ? 1 : 0 }),
    })
    .where('id', '=', accountId)
    .execute();
}

interface StateChange {
  readonly from?: ProvisioningState;
  readonly to: ProvisioningState;
  readonly reason: 'admin' | 'guard';
  readonly by: string | undefined;
  readonly now: number;
}

/** @returns false when the state was not `from`. */
export async function saveState(tx: Tx, accountId: string, change: StateChange): Promise<boolean> {
  const { from, to, reason, by, now } = change;
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ provisioning: to })
    .where('id', '=', accountId)
    .$if(from !== undefined, (query) => query.where('provisioning', '=', from ?? to))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await saveGuardRule(tx, accountId, await readGuardRule(tx, accountId));
  await tx
    .updateTable('provisioning_settings')
    .set({ reason, changed_at: now, changed_by: by ?? null })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

/** Counts one more leaving user. @returns the count in the current window; a new window starts when it is over. */
export async function countLeaving(
  tx: Tx,
  accountId: string,
  now: number,
  windowMs: number,
): Promise<number> {
  const begun = now - windowMs;
  const { rows } = await sql<{ count: number }>`
    insert into leavings (account_id, started_at, count) values (${accountId}, ${now}, 1)
    on conflict (account_id) do update set
      count = case when leavings.started_at <= ${begun} then 1 else leavings.count + 1 end,
      started_at = case when leavings.started_at <= ${begun} then ${now} else leavings.started_at end
    returning count
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function forgetLeavings(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('leavings').where('account_id', '=', accountId).execute();
}
