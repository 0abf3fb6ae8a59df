import type { Holidays } from './recurrence-rule.ts';

type PlainDate = Temporal.PlainDate;

const FRIDAY = 5;

export const isHoliday = (day: PlainDate, holidays: Holidays | undefined): boolean =>
  holidays?.days.has(day.toString()) === true;

const isWorkingDay = (day: PlainDate, holidays: Holidays): boolean =>
  day.dayOfWeek <= FRIDAY && !isHoliday(day, holidays);

/** Returns the first working day after a day. The list of holidays bounds the search. */
function nextWorkingDay(day: PlainDate, holidays: Holidays): PlainDate {
  let next = day.add({ days: 1 });
  while (!isWorkingDay(next, holidays)) next = next.add({ days: 1 });
  return next;
}

/** Returns the earliest day from which a date may have been moved to a day or a later one. */
export function earliestMoved(day: PlainDate, holidays: Holidays | undefined): PlainDate {
  if (holidays?.rule !== 'move') return day;
  let earliest = day;
  for (;;) {
    const before = earliest.subtract({ days: 1 });
    if (isWorkingDay(before, holidays)) return earliest;
    earliest = before;
  }
}

/**
 * Leaves out the days that are holidays, or moves them to the next working day. A day that is reached twice comes once.
 * @param days in order
 */
export function* withoutHolidays(
  days: Iterable<PlainDate>,
  holidays: Holidays | undefined,
): Generator<PlainDate> {
  // A Friday that moves to Monday comes after the Saturday between them. All that wait have the same next working day.
  let moved: PlainDate | undefined;
  for (const day of days) {
    if (moved && Temporal.PlainDate.compare(moved, day) <= 0) {
      yield moved;
      if (moved.equals(day)) {
        moved = undefined;
        continue;
      }
      moved = undefined;
    }
    if (!holidays || !isHoliday(day, holidays)) yield day;
    else if (holidays.rule === 'move') moved = nextWorkingDay(day, holidays);
  }
  if (moved) yield moved;
}
