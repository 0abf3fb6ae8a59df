import type { Reader } from '#db/database.ts';
import { type Names, named, readNames, timeOf } from '#form-basics/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { describeOccurrence, describeRecurrence, type Occurrence } from '#recurrence/index.ts';
import { readCalendar } from './holidays.store.ts';
import { PREVIEWED } from './limits.ts';
import { MAX_SETTLED, type SeriesDetail, type SeriesItem } from './series.shapes.ts';
import { type Calendar, openDates, recurrenceOf, type Schedule, type Series } from './series.ts';
import { selectDates } from './series-dates.store.ts';

/** Returns series as lists show them, with the names of people and groups. */
export async function describeSeries(
  db: Reader,
  accountId: string,
  series: readonly Series[],
  locale: Locale,
): Promise<SeriesItem[]> {
  const calendar = await readCalendar(db, accountId);
  const names = await readNames(
    db,
    accountId,
    series.flatMap(({ assignee, sentBy }) => [assignee.id, sentBy]),
  );
  return series.map((each) => toItem(each, calendar, names, locale));
}

/** Returns a series with its next dates and its latest ones. */
export async function describeOneSeries(
  db: Reader,
  series: Series,
  locale: Locale,
): Promise<SeriesDetail> {
  const { accountId, assignee, sentBy, instructions, next } = series;
  const calendar = await readCalendar(db, accountId);
  const names = await readNames(db, accountId, [assignee.id, sentBy]);
  const dates = next ? openDates(series, calendar).take(PREVIEWED) : [];
  return {
    ...toItem(series, calendar, names, locale),
    ...(instructions !== undefined && { instructions }),
    dates: [...dates].map((date) => toDate(date, calendar, locale)),
    settled: (await selectDates(db, series, MAX_SETTLED)).map(({ reason, ...date }) => ({
      ...date,
      ...(reason !== undefined && { reason }),
    })),
  };
}

export const scheduleInWords = (schedule: Schedule, calendar: Calendar, locale: Locale): string =>
  describeRecurrence(recurrenceOf(schedule, calendar), locale);

export const toDate = (date: Occurrence, { timeZone }: Calendar, locale: Locale) => ({
  day: date.day,
  dueDate: timeOf(date.at),
  text: describeOccurrence(date, timeZone, locale),
});

function toItem(series: Series, calendar: Calendar, names: Names, locale: Locale): SeriesItem {
  const { id, templateId, assignee, schedule, leadDays, priority, next, pausedAt } = series;
  return {
    id,
    templateId,
    assignee: { type: assignee.type, ...named(assignee.id, names), mode: assignee.mode },
    words: scheduleInWords(schedule, calendar, locale),
    leadDays,
    priority,
    state: pausedAt !== undefined ? 'paused' : next ? 'running' : 'over',
    ...(next && { nextDay: next.day }),
    sentBy: named(series.sentBy, names),
    createdAt: timeOf(series.createdAt),
  };
}
