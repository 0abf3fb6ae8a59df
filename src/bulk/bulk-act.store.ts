import { type Selectable, sql } from 'kysely';
import { claimEnd, storageNow } from '#db/claims.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Owner as FairOwner } from '#kernel/fair-queue.ts';
import {
  type BulkAct,
  type ItemOutcome,
  isWorkAct,
  LEASE_MS,
  type WorkChanges,
} from './bulk-act.ts';

/** One of the forms or assignments of an action. */
export interface ActItem {
  readonly position: number;
  readonly itemId: string;
}

const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * Nodes of versions that know no acts on work take what `leased_until` gives free. That never passes for work, whose
 * lease is in a column of its own.
 */
const leasedUntil = <T>({ act }: Pick<BulkAct, 'act'>, until: T) =>
  isWorkAct(act) ? { work_leased_until: until } : { leased_until: until };

const isFree = (db: Reader, now: number) =>
  sql<boolean>`coalesce(work_leased_until, leased_until) < ${storageNow(db, now)}`;

interface Owner {
  readonly accountId: string;
  readonly userId: string;
}

/** Rows that one statement inserts. */
const AT_ONCE = 500;

/** Stores an action with its forms or assignments, in the order in which they are acted on. */
export async function insertBulkAct(
  tx: Tx,
  act: BulkAct,
  itemIds: readonly string[],
): Promise<void> {
  await tx
    .insertInto('bulk_acts')
    .values({
      account_id: act.accountId,
      id: act.id,
      act: act.act,
      assignee_type: act.assignment?.type ?? null,
      assignee_id: act.assignment?.id ?? null,
      changes: act.changes === undefined ? null : JSON.stringify(act.changes),
      locale: act.locale,
      state: act.state,
      message: null,
      total: act.total,
      position: 0,
      done: 0,
      skipped: 0,
      failed: 0,
      claims: 0,
      stalled: 0,
      leased_until: isWorkAct(act.act) ? NEVER : 0,
      work_leased_until: isWorkAct(act.act) ? 0 : null,
      served_at: act.createdAt,
      created_by: act.createdBy,
      created_at: act.createdAt,
      finished_at: null,
      expires_at: act.expiresAt,
    })
    .execute();
  for (let from = 0; from < itemIds.length; from += AT_ONCE) {
    const rows = itemIds.slice(from, from + AT_ONCE).map((itemId, i) => ({
      account_id: act.accountId,
      act_id: act.id,
      position: from + i,
      form_id: itemId,
      outcome: null,
      reason: null,
      message: null,
    }));
    await tx.insertInto('bulk_act_forms').values(rows).execute();
  }
}

/** Returns an action of this user; nobody else can see it. */
export async function findBulkAct(
  db: Reader,
  { accountId, userId }: Owner,
  id: string,
): Promise<BulkAct | undefined> {
  const row = await db
    .selectFrom('bulk_acts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  return row && toBulkAct(row);
}

/** Returns the actions of a user, newest first. */
export async function selectBulkActs(
  db: Reader,
  { accountId, userId }: Owner,
  before: string | undefined,
  limit: number,
): Promise<readonly BulkAct[]> {
  const rows = await db
    .selectFrom('bulk_acts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toBulkAct);
}

export async function countUnfinished(db: Reader, { accountId, userId }: Owner): Promise<number> {
  const row = await db
    .selectFrom('bulk_acts')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns people with an action that waits or whose runner has died. The one who waits longest comes first. */
export async function selectOwnersWaiting(db: Reader, now: number): Promise<readonly FairOwner[]> {
  const rows = await db
    .selectFrom('bulk_acts')
    .select(['account_id', 'created_by'])
    .select((eb) => eb.fn.min('served_at').as('first'))
    .where('finished_at', 'is', null)
    .where(isFree(db, now))
    .groupBy(['account_id', 'created_by'])
    .orderBy('first')
    .orderBy('account_id')
    .orderBy('created_by')
    .execute();
  return rows.map((row) => ({ account: row.account_id, person: row.created_by }));
}

/** Claims the action of a person that was served longest ago, for the caller. */
export async function claimBulkAct(
  db: Reader,
  { account: accountId, person }: FairOwner,
  now: number,
): Promise<BulkAct | undefined> {
  for (;;) {
    const next = await db
      .selectFrom('bulk_acts')
      .select(['id', 'act', 'claims', 'stalled'])
      .where('account_id', '=', accountId)
      .where('created_by', '=', person)
      .where('finished_at', 'is', null)
      .where(isFree(db, now))
      .orderBy('served_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return undefined;
    const row = await db
      .updateTable('bulk_acts')
      .set({
        state: 'running',
        claims: next.claims + 1,
        stalled: next.stalled + 1,
        ...leasedUntil(next, claimEnd(db, now, LEASE_MS)),
        served_at: now,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', next.id)
      .where('claims', '=', next.claims)
      .where('finished_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row) return toBulkAct(row);
  }
}

/** Returns the next forms or assignments of an action that have no outcome, in order. */
export async function listNextItems(
  db: Reader,
  { accountId, id, position }: BulkAct,
  limit: number,
): Promise<readonly ActItem[]> {
  const rows = await db
    .selectFrom('bulk_act_forms')
    .select(['position', 'form_id'])
    .where('account_id', '=', accountId)
    .where('act_id', '=', id)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ position: row.position, itemId: row.form_id }));
}

/**
 * Records the outcome for a form or an assignment, and renews the lease.
 * @returns false when another runner has the action, or it was cancelled: the caller undoes what it did
 */
export async function recordOutcome(
  tx: Tx,
  { accountId, id, act, claims }: BulkAct,
  position: number,
  { outcome, reason, message }: ItemOutcome,
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('bulk_acts')
    .set({
      position: position + 1,
      stalled: 0,
      ...leasedUntil({ act }, claimEnd(tx, now, LEASE_MS)),
      [outcome]: sql<number>`${sql.ref(outcome)} + 1`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('position', '=', position)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!row) return false;
  await tx
    .updateTable('bulk_act_forms')
    .set({ outcome, reason: reason ?? null, message: message ?? null })
    .where('account_id', '=', accountId)
    .where('act_id', '=', id)
    .where('position', '=', position)
    .execute();
  return true;
}

/** Gives an action back, so that others take their turns. */
export async function releaseBulkAct(
  db: Reader,
  { accountId, id, act, claims }: BulkAct,
  stalled?: 0,
): Promise<void> {
  await db
    .updateTable('bulk_acts')
    .set({ state: 'queued', ...leasedUntil({ act }, 0), ...(stalled !== undefined && { stalled }) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('claims', '=', claims)
    .where('finished_at', 'is', null)
    .execute();
}

/** Ends an action. @returns false when it has ended already */
export async function endBulkAct(
  db: Reader,
  { accountId, id }: Pick<BulkAct, 'accountId' | 'id'>,
  {
    state,
    message,
    now,
    expiresAt,
  }: {
    readonly state: 'done' | 'failed' | 'cancelled';
    readonly message?: string;
    readonly now: number;
    readonly expiresAt: number;
  },
): Promise<boolean> {
  const row = await db
    .updateTable('bulk_acts')
    .set({ state, message: message ?? null, finished_at: now, expires_at: expiresAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the action whose time has been over for the longest, with its report. @returns false when there is none */
export async function deleteExpired(tx: Tx, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('bulk_acts')
    .select(['account_id', 'id'])
    .where('expires_at', '<=', now)
    .where('finished_at', 'is not', null)
    .orderBy('expires_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row) await deleteBulkActRow(tx, { accountId: row.account_id, id: row.id });
  return row !== undefined;
}

/** Deletes an action with its report. @returns false when it is gone already */
export async function deleteBulkActRow(
  tx: Tx,
  { accountId, id }: Pick<BulkAct, 'accountId' | 'id'>,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('bulk_acts')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  await tx
    .deleteFrom('bulk_act_forms')
    .where('account_id', '=', accountId)
    .where('act_id', '=', id)
    .execute();
  return row !== undefined;
}

const parsed = (text: string): WorkChanges => JSON.parse(text);

function toBulkAct(row: Selectable<Tables['bulk_acts']>): BulkAct {
  const { assignee_type: type, assignee_id: assigneeId } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    act: row.act,
    assignment: type === null || assigneeId === null ? undefined : { type, id: assigneeId },
    changes: row.changes === null ? undefined : parsed(row.changes),
    locale: row.locale,
    state: row.state,
    message: row.message ?? undefined,
    total: row.total,
    position: row.position,
    done: row.done,
    skipped: row.skipped,
    failed: row.failed,
    claims: row.claims,
    stalled: row.stalled,
    createdBy: row.created_by,
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    expiresAt: Number(row.expires_at),
  };
}
