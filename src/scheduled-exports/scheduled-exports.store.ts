import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import { TZ_VERSION } from '#recurrence/index.ts';
import type { ScheduledExport, ScheduleKey } from './scheduled-export.ts';

type Row = Selectable<Tables['scheduled_exports']>;

export async function insertScheduledExport(tx: Tx, each: ScheduledExport): Promise<void> {
  await tx.insertInto('scheduled_exports').values(toRow(each)).execute();
}

/** Stores what changes, which the caller has read under a lock. */
export async function updateScheduledExport(tx: Tx, each: ScheduledExport): Promise<void> {
  await tx
    .updateTable('scheduled_exports')
    .set(changingColumns(each))
    .where('account_id', '=', each.accountId)
    .where('id', '=', each.id)
    .execute();
}

const byKey = (db: Reader, { accountId, id }: ScheduleKey) =>
  db
    .selectFrom('scheduled_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id);

export async function findScheduledExport(
  db: Reader,
  key: ScheduleKey,
): Promise<ScheduledExport | undefined> {
  const row = await byKey(db, key).executeTakeFirst();
  return row && toScheduledExport(row);
}

/** Like {@link findScheduledExport}, and locks it until the transaction ends. */
export async function lockScheduledExport(
  tx: Tx,
  key: ScheduleKey,
): Promise<ScheduledExport | undefined> {
  const query = byKey(tx, key);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row && toScheduledExport(row);
}

/** Returns the scheduled exports of a user, or of everybody in an account, the newest first. */
export async function selectScheduledExports(
  db: Reader,
  accountId: string,
  {
    ownerId,
    before,
    limit,
  }: {
    readonly ownerId: string | undefined;
    /** The last id of the page before. */
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<readonly ScheduledExport[]> {
  const rows = await db
    .selectFrom('scheduled_exports')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toScheduledExport);
}

export async function countOfOwner(
  db: Reader,
  accountId: string,
  ownerId: string,
): Promise<number> {
  const row = await db
    .selectFrom('scheduled_exports')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Lists the scheduled exports of all accounts that are due, longest due first. */
export const listDueExports = (
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly ScheduleKey[]> =>
  db
    .selectFrom('scheduled_exports')
    .select(['account_id as accountId', 'id'])
    .where('next_at', 'is not', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .offset(skipped)
    .execute();

/** Lists those of all accounts whose next date was computed with other time zones, or has to be computed again. */
export const listStale = (db: Reader, { skipped, limit }: Page): Promise<readonly ScheduleKey[]> =>
  db
    .selectFrom('scheduled_exports')
    .select(['account_id as accountId', 'id'])
    .where('next_at', 'is not', null)
    // Two ranges of the index, as an inequality is none.
    .where((eb) => eb.or([eb('tz_version', '<', TZ_VERSION), eb('tz_version', '>', TZ_VERSION)]))
    .orderBy('tz_version')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .offset(skipped)
    .execute();

/** Has the next dates of all scheduled exports of an account computed again. */
export async function planScheduledExportsAnew(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('scheduled_exports')
    .set({ tz_version: '' })
    .where('account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .execute();
}

/** Deletes a scheduled export with what became of its dates. */
export const removeScheduledExport = (tx: Tx, { accountId, id }: ScheduleKey): Promise<void> =>
  remove(tx, accountId, 'id', id);

/** Deletes the scheduled exports of a user with what became of their dates. */
export const deleteScheduledExportsOf = (
  tx: Tx,
  accountId: string,
  userId: string,
): Promise<void> => remove(tx, accountId, 'owner_id', userId);

async function remove(
  tx: Tx,
  accountId: string,
  column: 'id' | 'owner_id',
  value: string,
): Promise<void> {
  const ids = tx
    .selectFrom('scheduled_exports')
    .select('id')
    .where('account_id', '=', accountId)
    .where(column, '=', value);
  await tx
    .deleteFrom('scheduled_export_runs')
    .where('account_id', '=', accountId)
    .where('schedule_id', 'in', ids)
    .execute();
  await tx
    .deleteFrom('scheduled_exports')
    .where('account_id', '=', accountId)
    .where(column, '=', value)
    .execute();
}

const changingColumns = (each: ScheduledExport) => ({
  name: each.name,
  view_id: each.viewId ?? null,
  kind: each.kind,
  options: JSON.stringify(each.options),
  delivery: each.delivery,
  schedule: JSON.stringify(each.schedule),
  state: each.state,
  reason: each.reason ?? null,
  from_day: each.fromDay,
  next_at: each.nextAt ?? null,
  tz_version: TZ_VERSION,
});

const toRow = (each: ScheduledExport): Insertable<Tables['scheduled_exports']> => ({
  account_id: each.accountId,
  id: each.id,
  owner_id: each.ownerId,
  template_id: each.templateId,
  created_at: each.createdAt,
  ...changingColumns(each),
});

function toScheduledExport(row: Row): ScheduledExport {
  const options: ScheduledExport['options'] = JSON.parse(row.options);
  const schedule: ScheduledExport['schedule'] = JSON.parse(row.schedule);
  return {
    accountId: row.account_id,
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    templateId: row.template_id,
    viewId: row.view_id ?? undefined,
    kind: row.kind,
    options,
    delivery: row.delivery,
    schedule,
    createdAt: row.created_at,
    state: row.state,
    reason: row.reason ?? undefined,
    fromDay: row.from_day,
    nextAt: row.next_at ?? undefined,
  };
}
