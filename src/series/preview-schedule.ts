import type { Reader } from '#db/database.ts';
import type { Locale } from '#kernel/locale.ts';
import { checkRecurrence, firstOpenDay, noDate } from '#recurrence/index.ts';
import { scheduleInWords, toDate } from './describe-series.ts';
import { readCalendar } from './holidays.store.ts';
import { PREVIEWED } from './limits.ts';
import { datesFrom, recurrenceOf, type Schedule } from './series.ts';

/**
 * Returns a schedule in words, with the next dates that a series would have if it began now.
 * @throws AppError `invalid-value` as creating the series would
 */
export async function previewSchedule(
  db: Reader,
  accountId: string,
  schedule: Schedule,
  locale: Locale,
  now: number,
) {
  const calendar = await readCalendar(db, accountId);
  checkRecurrence(recurrenceOf(schedule, calendar));
  const fromDay = firstOpenDay(schedule.time, calendar.timeZone, now);
  const found = datesFrom(schedule, calendar, fromDay, schedule.rule.count).take(PREVIEWED);
  const dates = [...found].map((date) => toDate(date, calendar, locale));
  if (dates.length === 0) throw noDate();
  return { words: scheduleInWords(schedule, calendar, locale), dates };
}
