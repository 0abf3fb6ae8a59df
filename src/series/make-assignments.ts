import { sendAssignment } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import { actOnListed } from '#jobs/act-on-listed.ts';
import type { Job } from '#jobs/jobs.ts';
import { AppError } from '#kernel/errors.ts';
import { type Occurrence, TZ_VERSION } from '#recurrence/index.ts';
import { readCalendar } from './holidays.store.ts';
import { listDueSeries, listStaleSeries, lockSeries, updateSeries } from './series.store.ts';
import {
  type Calendar,
  makeAtOf,
  openDates,
  type Series,
  type SeriesKey,
  withNext,
} from './series.ts';
import { insertDate, type SettledDate } from './series-dates.store.ts';
import type { SeriesDeps } from './series-deps.ts';

const EVERY_MS = 30_000;

/**
 * Returns the job that makes the assignments of series. Each date is settled in a transaction of its own, which also
 * plans the next one, so that a node that stops, or a second one, makes nothing twice and loses nothing.
 */
export const makeSeriesAssignments = (deps: SeriesDeps): Job => ({
  name: 'make-series-assignments',
  everyMs: EVERY_MS,
  async run() {
    const { db, clock } = deps;
    const failures = [
      ...(await actOnListed(
        (page) => listStaleSeries(db.reader, TZ_VERSION, page),
        (key) => db.transaction((tx) => planAnew(tx, key)),
      )),
      ...(await actOnListed(
        (page) => listDueSeries(db.reader, clock.now(), page),
        (key) => settleDue(deps, key),
      )),
    ];
    if (failures.length > 0) {
      throw new AggregateError(failures, `The next dates of ${failures.length} series failed.`);
    }
  },
});

/** Computes the next date of a series again: the organisation or a time zone has changed. */
async function planAnew(tx: Tx, key: SeriesKey): Promise<void> {
  const series = await lockSeries(tx, key);
  if (!series) return;
  const calendar = await readCalendar(tx, key.accountId);
  await updateSeries(tx, withNext(series, calendar), TZ_VERSION);
}

/** Settles the dates of a series that are due, one by one. */
async function settleDue(deps: SeriesDeps, key: SeriesKey): Promise<void> {
  const { db } = deps;
  const send = (tx: Tx, series: Series, date: Occurrence) => sendDate(deps, tx, series, date);
  for (;;) {
    const goesOn = await db
      .transaction((tx) => settleNext(deps, tx, key, send))
      .catch((error: unknown) => {
        // The transaction is undone. Asking again would be refused again, and the other dates would wait for ever.
        if (!(error instanceof AppError)) throw error;
        const { code: reason } = error;
        const failed = () => Promise.resolve({ outcome: 'failed', reason } as const);
        return db.transaction((tx) => settleNext(deps, tx, key, failed));
      });
    if (!goesOn) return;
  }
}

type Settle = (
  tx: Tx,
  series: Series,
  date: Occurrence,
) => Promise<Pick<SettledDate, 'outcome' | 'reason'>>;

/** Settles the next due date, and those that are left out before it. @returns whether another one is due */
async function settleNext(
  { clock }: SeriesDeps,
  tx: Tx,
  key: SeriesKey,
  settle: Settle,
): Promise<boolean> {
  const series = await lockSeries(tx, key);
  const now = clock.now();
  // Another node has settled it, or somebody has paused or ended it meanwhile.
  if (!series?.next || series.next.makeAt > now) return false;
  const calendar = await readCalendar(tx, key.accountId);
  const { leftOut, date } = choose(dueDates(series, calendar, now), now);
  for (const { day } of leftOut) await insertDate(tx, key, { day, outcome: 'left-out' }, now);
  if (date) {
    const { day } = date;
    await insertDate(tx, key, { day, ...(await settle(tx, series, date)) }, now);
  }
  const next = withNext(settled(series, leftOut.length, date), calendar);
  await updateSeries(tx, next, TZ_VERSION);
  return next.next !== undefined && next.next.makeAt <= now;
}

/** Returns the dates whose assignments are to be made by now. */
function dueDates(series: Series, calendar: Calendar, now: number): readonly Occurrence[] {
  const due: Occurrence[] = [];
  for (const date of openDates(series, calendar)) {
    if (makeAtOf(date.day, series.leadDays, calendar.timeZone) > now) break;
    due.push(date);
  }
  return due;
}

/**
 * Returns the first date to make, and those to leave out: after an outage, nobody needs the forms of all days on which
 * it lasted. Of dates that are over, only the newest is made, and none if there is one that is not over.
 */
function choose(due: readonly Occurrence[], now: number) {
  const firstOpen = due.findIndex(({ at }) => at > now);
  const index = firstOpen < 0 ? due.length - 1 : firstOpen;
  return { leftOut: due.slice(0, Math.max(0, index)), date: due[index] };
}

function settled(series: Series, leftOut: number, date: Occurrence | undefined): Series {
  if (!date) return series;
  const { remaining } = series;
  return {
    ...series,
    fromDay: Temporal.PlainDate.from(date.day).add({ days: 1 }).toString(),
    remaining: remaining === undefined ? undefined : remaining - leftOut - 1,
  };
}

/** Sends the assignments of a date, as the user who created the series. */
async function sendDate(
  deps: SeriesDeps,
  tx: Tx,
  series: Series,
  { day, at }: Occurrence,
): ReturnType<Settle> {
  const { accountId, sentBy } = series;
  const sender = await deps.directory.readUser(tx, accountId, sentBy, 'all');
  if (!sender?.active) return { outcome: 'failed', reason: 'sender-inactive' };
  const by: FormActor = { accountId, userId: sentBy, role: sender.role, via: 'system' };
  await sendAssignment(deps)(tx, by, {
    templateId: series.templateId,
    assignee: series.assignee,
    dueAt: at,
    priority: series.priority,
    instructions: series.instructions,
    reference: `series ${series.id} ${day}`,
    answers: series.answers,
  });
  return { outcome: 'made' };
}
