import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { RecurrenceRule } from '#recurrence/index.ts';
import { MAX_SERIES } from './limits.ts';
import type { Series, SeriesKey } from './series.ts';

type Row = Selectable<Tables['series']>;

/** @param tzVersion the version of the time zones that the next date was computed with */
export async function insertSeries(tx: Tx, series: Series, tzVersion: string): Promise<void> {
  await tx.insertInto('series').values(toRow(series, tzVersion)).execute();
}

/** Stores what changes of a series, which the caller has read under a lock. */
export async function updateSeries(tx: Tx, series: Series, tzVersion: string): Promise<void> {
  await tx
    .updateTable('series')
    .set(changingColumns(series, tzVersion))
    .where('account_id', '=', series.accountId)
    .where('id', '=', series.id)
    .execute();
}

/** Deletes a series with the record of its dates. */
export async function removeSeries(tx: Tx, { accountId, id }: SeriesKey): Promise<void> {
  await tx
    .deleteFrom('series_dates')
    .where('account_id', '=', accountId)
    .where('series_id', '=', id)
    .execute();
  await tx.deleteFrom('series').where('account_id', '=', accountId).where('id', '=', id).execute();
}

const byKey = (db: Reader, { accountId, id }: SeriesKey) =>
  db.selectFrom('series').selectAll().where('account_id', '=', accountId).where('id', '=', id);

export async function findSeries(db: Reader, key: SeriesKey): Promise<Series | undefined> {
  const row = await byKey(db, key).executeTakeFirst();
  return row && toSeries(row);
}

/** Like {@link findSeries}, and locks it until the transaction ends. */
export async function lockSeries(tx: Tx, key: SeriesKey): Promise<Series | undefined> {
  const query = byKey(tx, key);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row && toSeries(row);
}

/** Returns the series of a template, the oldest first. */
export async function selectSeriesOf(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly Series[]> {
  const rows = await db
    .selectFrom('series')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('id')
    .limit(MAX_SERIES)
    .execute();
  return rows.map(toSeries);
}

/** Lists the series of all accounts whose next assignments are to be made, longest due first. */
export const listDueSeries = (
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly SeriesKey[]> =>
  db
    .selectFrom('series')
    .select(['account_id as accountId', 'id'])
    .where('make_at', 'is not', null)
    .where('make_at', '<=', now)
    .orderBy('make_at')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .offset(skipped)
    .execute();

/** Lists the series of all accounts whose next date was computed with other time zones, or has to be computed again. */
export const listStaleSeries = (
  db: Reader,
  tzVersion: string,
  { skipped, limit }: Page,
): Promise<readonly SeriesKey[]> =>
  db
    .selectFrom('series')
    .select(['account_id as accountId', 'id'])
    .where('make_at', 'is not', null)
    // Two ranges of the index, as an inequality is none.
    .where((eb) => eb.or([eb('tz_version', '<', tzVersion), eb('tz_version', '>', tzVersion)]))
    .orderBy('tz_version')
    .orderBy('account_id')
    .orderBy('id')
    .limit(limit)
    .offset(skipped)
    .execute();

/** Has the next dates of all series of an account computed again. */
export async function planSeriesAnew(tx: Tx, accountId: string): Promise<void> {
  await tx
    .updateTable('series')
    .set({ tz_version: '' })
    .where('account_id', '=', accountId)
    .where('make_at', 'is not', null)
    .execute();
}

const changingColumns = (series: Series, tzVersion: string) => ({
  assignee_type: series.assignee.type,
  assignee_id: series.assignee.id,
  sent_by: series.sentBy,
  remaining: series.remaining ?? null,
  paused_at: series.pausedAt ?? null,
  from_day: series.fromDay,
  next_day: series.next?.day ?? null,
  make_at: series.next?.makeAt ?? null,
  tz_version: tzVersion,
});

const toRow = (series: Series, tzVersion: string): Insertable<Tables['series']> => ({
  account_id: series.accountId,
  id: series.id,
  template_id: series.templateId,
  mode: series.assignee.mode,
  answers: JSON.stringify(series.answers),
  instructions: series.instructions ?? null,
  priority: series.priority,
  rule: JSON.stringify(series.schedule.rule),
  start_day: series.schedule.start,
  due_time: series.schedule.time,
  holidays: series.schedule.holidays,
  lead_days: series.leadDays,
  created_at: series.createdAt,
  ...changingColumns(series, tzVersion),
});

function toSeries(row: Row): Series {
  const rule: RecurrenceRule = JSON.parse(row.rule);
  const answers: JsonObject = JSON.parse(row.answers);
  const { next_day: day, make_at: makeAt } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    templateId: row.template_id,
    assignee: { type: row.assignee_type, id: row.assignee_id, mode: row.mode },
    answers,
    instructions: row.instructions ?? undefined,
    priority: row.priority,
    schedule: { rule, start: row.start_day, time: row.due_time, holidays: row.holidays },
    leadDays: row.lead_days,
    remaining: row.remaining ?? undefined,
    pausedAt: row.paused_at ?? undefined,
    sentBy: row.sent_by,
    createdAt: row.created_at,
    fromDay: row.from_day,
    next: day !== null && makeAt !== null ? { day, makeAt } : undefined,
  };
}
