import { type CompleteRule, completeRule } from './complete-rule.ts';
import { atPositions, daysOfPeriod, startOfPeriod } from './days-of-period.ts';
import type { Holidays, Recurrence } from './recurrence-rule.ts';
import { earliestMoved, isHoliday, withoutHolidays } from './working-days.ts';

type PlainDate = Temporal.PlainDate;

const UNIT = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const;
/** A rule with so many periods without a day has no more: the longest gap, of 29 February on a Monday, is 40 years. */
const MAX_EMPTY_PERIODS = 500;
/** Later days have no form as `YYYY-MM-DD`. */
const LAST_YEAR = 9999;

/** A date of a recurrence. */
export interface Occurrence {
  /** The day that the clock of the time zone shows, as `YYYY-MM-DD`. */
  readonly day: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Returns the dates of a recurrence in order, each later than the one before it. A time that the clock skips is later by
 * the length of the gap, and of an hour that comes twice the first counts (RFC 5545 §3.3.5). The cost does not grow with
 * the age of a recurrence, unless it has a `count`.
 * @param from the first day of interest, as `YYYY-MM-DD`
 */
export function* occurrencesOf(recurrence: Recurrence, from?: string): Generator<Occurrence> {
  const { rule, time, timeZone, holidays } = recurrence;
  const clock = Temporal.PlainTime.from(time);
  const beginning = rule.count === undefined ? from : undefined;
  let [last, counted] = [Number.NEGATIVE_INFINITY, 0];
  for (const date of withoutHolidays(daysOf(recurrence, clock, beginning), holidays)) {
    const moment = date
      .toPlainDateTime(clock)
      .toZonedDateTime(timeZone, { disambiguation: 'compatible' });
    const at = moment.epochMilliseconds;
    // A zone that skipped a whole day, as Samoa did, shows the date of that day on the next one.
    if (at <= last) continue;
    last = at;
    const day = moment.toPlainDate().toString();
    if (from === undefined || day >= from) yield { day, at };
    counted += 1;
    if (counted === rule.count) return;
  }
}

/** Returns the days that the rule names, in order, before holidays are left out or moved. */
function* daysOf(
  { rule, start, holidays }: Recurrence,
  clock: Temporal.PlainTime,
  from: string | undefined,
): Generator<PlainDate> {
  const firstDay = Temporal.PlainDate.from(start);
  const until = rule.until === undefined ? undefined : Temporal.PlainDateTime.from(rule.until);
  for (const day of daysByPeriod(completeRule(rule, firstDay), firstDay, holidays, from)) {
    if (Temporal.PlainDate.compare(day, firstDay) < 0) continue;
    if (until && Temporal.PlainDateTime.compare(day.toPlainDateTime(clock), until) > 0) return;
    yield day;
  }
}

function* daysByPeriod(
  rule: CompleteRule,
  firstDay: PlainDate,
  holidays: Holidays | undefined,
  from: string | undefined,
): Generator<PlainDate> {
  const unit = UNIT[rule.frequency];
  const firstPeriod = startOfPeriod(rule, firstDay);
  let emptyPeriods = 0;
  for (let n = from === undefined ? 0 : periodsBefore(from); ; n += 1) {
    const period = firstPeriod.add({ [unit]: n * rule.interval });
    if (period.year > LAST_YEAR) return;
    const days = daysIn(period);
    emptyPeriods = days.length === 0 ? emptyPeriods + 1 : 0;
    if (emptyPeriods === MAX_EMPTY_PERIODS) return;
    yield* days;
  }

  /** Returns how many periods end before a day, less one: a zone that skips a day shows its date on the next one. */
  function periodsBefore(day: string): number {
    const earliest = earliestMoved(Temporal.PlainDate.from(day), holidays);
    const units = firstPeriod.until(earliest, { largestUnit: unit })[unit];
    return Math.max(0, Math.floor(units / rule.interval) - 1);
  }

  function daysIn(period: PlainDate): readonly PlainDate[] {
    const days = daysOfPeriod(rule, period);
    if (rule.bySetPosition.length === 0) return days;
    // The last working day of a month is none of its holidays, so that it does not move to the next month.
    const open = days.filter((day) => !isHoliday(day, holidays));
    return atPositions(open, rule.bySetPosition);
  }
}
