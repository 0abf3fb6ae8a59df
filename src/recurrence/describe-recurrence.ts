import { dateFormat } from '#kernel/date-format.ts';
import { type Locale, REGIONS } from '#kernel/locale.ts';
import { type CompleteRule, completeRule } from './complete-rule.ts';
import type { Occurrence } from './occurrences.ts';
import type { Recurrence } from './recurrence-rule.ts';
import { type RecurrenceWords, WORDS } from './words.ts';

const WORKING_DAYS = '1 2 3 4 5';

/** Returns a recurrence in words: `Every 2 weeks on Monday, at 09:00. Dates on holidays are left out.` */
export function describeRecurrence(recurrence: Recurrence, locale: Locale): string {
  const { rule, start, time, holidays } = recurrence;
  const say = sayerIn(locale);
  const { words } = say;
  const whole = completeRule(rule, Temporal.PlainDate.from(start));
  const end =
    (rule.count === undefined ? '' : words.times(rule.count)) +
    (rule.until === undefined ? '' : words.until(say.day(rule.until.slice(0, 10))));
  const closed = holidays ? words.holidays[holidays.rule] : '';
  const every = words.every[whole.frequency](whole.interval);
  return `${every}${monthsOf(whole, say)}${daysOf(whole, say)}${words.at(time)}${end}.${closed}`;
}

/** Returns a date in words: `Monday 7 December 2026 at 09:00`. */
export const describeOccurrence = ({ at }: Occurrence, timeZone: string, locale: Locale): string =>
  dateFormat(REGIONS[locale], { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);

interface Sayer {
  readonly words: RecurrenceWords;
  readonly list: (items: readonly string[], type?: 'conjunction' | 'disjunction') => string;
  readonly month: (month: number) => string;
  readonly weekday: (day: number) => string;
  readonly day: (day: string) => string;
}

function sayerIn(locale: Locale): Sayer {
  const inUtc = (options: Intl.DateTimeFormatOptions, day: string) =>
    dateFormat(REGIONS[locale], { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  const two = (n: number) => String(n).padStart(2, '0');
  return {
    words: WORDS[locale],
    list: (items, type = 'conjunction') =>
      new Intl.ListFormat(REGIONS[locale], { type }).format(items),
    month: (month) => inUtc({ month: 'long' }, `2024-${two(month)}-01`),
    // The first of January 2024 was a Monday.
    weekday: (day) => inUtc({ weekday: 'long' }, `2024-01-${two(day)}`),
    day: (day) => inUtc({ dateStyle: 'long' }, day),
  };
}

const monthsOf = ({ byMonth }: CompleteRule, { words, list, month }: Sayer): string =>
  byMonth.length === 0 ? '' : words.inMonths(list(byMonth.map(month)));

function daysOf(rule: CompleteRule, say: Sayer): string {
  const { byDay, byMonthDay, bySetPosition, frequency } = rule;
  const { words, list } = say;
  if (byDay.length === 0 && byMonthDay.length === 0) return '';
  if (frequency === 'daily') return words.onlyOn(list(weekdaysOf(rule, say)));
  if (bySetPosition.length > 0) {
    return (
      words.on(list(bySetPosition.map((nth) => atPosition(rule, nth, say)))) +
      conditionOf(rule, say)
    );
  }
  return words.on(list(daysNamed(rule, say))) + conditionOf(rule, say);
}

function atPosition(rule: CompleteRule, nth: number, say: Sayer): string {
  const { byDay, byMonthDay } = rule;
  const days = byDay.map(({ day, nth: own }) => (own === undefined ? day : 'nth')).toSorted();
  if (byMonthDay.length === 0 && days.join(' ') === WORKING_DAYS)
    return say.words.nthWorkingDay(nth);
  return say.words.nthOf(nth, say.list(daysNamed(rule, say)));
}

const daysNamed = (rule: CompleteRule, say: Sayer): readonly string[] =>
  rule.byMonthDay.length > 0 ? rule.byMonthDay.map(say.words.monthDay) : weekdaysOf(rule, say);

const weekdaysOf = ({ byDay }: CompleteRule, { words, weekday }: Sayer): readonly string[] =>
  byDay.map(({ day, nth }) =>
    nth === undefined ? weekday(day) : words.nthWeekday(nth, weekday(day)),
  );

/** Returns which of the days of the month count, where not all do. */
function conditionOf(rule: CompleteRule, say: Sayer): string {
  const { byDay, byMonthDay, skip } = rule;
  const { words, list } = say;
  const hasLate = skip === 'backward' && byMonthDay.some((day) => day > 28);
  const isIf = byMonthDay.length > 0 && byDay.length > 0;
  return (
    (hasLate ? words.inShortMonths : '') +
    (isIf ? words.onlyIf(list(weekdaysOf(rule, say), 'disjunction')) : '')
  );
}
