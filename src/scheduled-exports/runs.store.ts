import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import type { ScheduleKey } from './scheduled-export.ts';

/** What became of a date. */
export interface Run {
  /** As YYYY-MM-DD. */
  readonly day: string;
  /** `running`: the export is not delivered yet. `left-out`: a later date was due when Formstead came to it. */
  readonly outcome: 'running' | 'made' | 'failed' | 'left-out';
  /** Why it failed: the code of an error, or a word of Formstead's own. */
  readonly reason?: string | undefined;
  readonly exportId?: string | undefined;
}

/** A run whose export is not delivered yet. */
export interface OpenRun {
  readonly accountId: string;
  readonly scheduleId: string;
  readonly day: string;
  readonly exportId: string;
}

/** Records what became of a date, unless it has been settled before. */
export async function insertDelivery(
  tx: Tx,
  { accountId, id }: ScheduleKey,
  { day, outcome, reason, exportId }: Run,
  now: number,
): Promise<void> {
  await tx
    .insertInto('scheduled_export_runs')
    .values({
      account_id: accountId,
      schedule_id: id,
      day,
      outcome,
      reason: reason ?? null,
      export_id: exportId ?? null,
      settled_at: now,
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Settles a run whose export has ended. @returns false if it was settled before, or its schedule was deleted */
export async function settleRun(
  tx: Tx,
  { accountId, scheduleId, day }: OpenRun,
  {
    outcome,
    reason,
  }: { readonly outcome: 'made' | 'failed'; readonly reason?: string | undefined },
): Promise<boolean> {
  const row = await tx
    .updateTable('scheduled_export_runs')
    .set({ outcome, reason: reason ?? null })
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .where('day', '=', day)
    .where('outcome', '=', 'running')
    .returning('day')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the runs of all accounts whose export has ended, or is not there any more. */
export async function listEnded(db: Reader, { skipped, limit }: Page): Promise<readonly OpenRun[]> {
  const rows = await db
    .selectFrom('scheduled_export_runs as r')
    .leftJoin('export_jobs as e', (join) =>
      join.onRef('e.account_id', '=', 'r.account_id').onRef('e.id', '=', 'r.export_id'),
    )
    .select(['r.account_id', 'r.schedule_id', 'r.day', 'r.export_id'])
    .where('r.outcome', '=', sql.lit('running'))
    .where((eb) => eb.or([eb('e.id', 'is', null), eb('e.finished_at', 'is not', null)]))
    .orderBy('r.account_id')
    .orderBy('r.schedule_id')
    .orderBy('r.day')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map((row) => ({
    accountId: row.account_id,
    scheduleId: row.schedule_id,
    day: row.day,
    exportId: row.export_id ?? '',
  }));
}

/** Returns the latest runs of each schedule, the latest first. */
export async function selectLatestRuns(
  db: Reader,
  accountId: string,
  scheduleIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly Run[]>> {
  const ranked = db
    .selectFrom('scheduled_export_runs')
    .select(['schedule_id', 'day', 'outcome', 'reason', 'export_id'])
    .select(
      sql<number>`row_number() over (partition by schedule_id order by day desc)`.as('position'),
    )
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('schedule_id'), scheduleIds));
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('position', '<=', limit)
    .orderBy('schedule_id')
    .orderBy('day', 'desc')
    .execute();
  const groups = Map.groupBy(rows, (row) => row.schedule_id);
  return new Map([...groups].map(([id, runs]) => [id, runs.map(toRun)]));
}

/** Returns the days that were left out between a date and the one that was settled before it, the latest first. */
export async function selectLeftOutBefore(
  db: Reader,
  { accountId, scheduleId, day }: Pick<OpenRun, 'accountId' | 'scheduleId' | 'day'>,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('scheduled_export_runs')
    .select(['day', 'outcome'])
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
  const end = rows.findIndex(({ outcome }) => outcome !== 'left-out');
  return rows.slice(0, end < 0 ? rows.length : end).map((row) => row.day);
}

/** Returns the run of a schedule that an export was made for. */
export async function findRunOf(
  db: Reader,
  { accountId, scheduleId, day }: Pick<OpenRun, 'accountId' | 'scheduleId' | 'day'>,
): Promise<Run | undefined> {
  const row = await db
    .selectFrom('scheduled_export_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', scheduleId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row && toRun(row);
}

/** Deletes what became of dates that were settled before a time. */
export async function forgetRuns(
  tx: Tx,
  { accountId, id }: ScheduleKey,
  before: number,
): Promise<void> {
  await tx
    .deleteFrom('scheduled_export_runs')
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', id)
    .where('settled_at', '<', before)
    .where('outcome', '<>', 'running')
    .execute();
}

type Row = Selectable<Tables['scheduled_export_runs']>;

const toRun = (row: Pick<Row, 'day' | 'outcome' | 'reason' | 'export_id'>): Run => ({
  day: row.day,
  outcome: row.outcome,
  reason: row.reason ?? undefined,
  exportId: row.export_id ?? undefined,
});
