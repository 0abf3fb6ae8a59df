import type { CompleteRule } from './complete-rule.ts';

type PlainDate = Temporal.PlainDate;
/** What a rule asks of a day; every PlainDate has it. */
type DayParts = Pick<PlainDate, 'month' | 'day' | 'dayOfWeek' | 'daysInMonth'>;

const DAYS_IN_WEEK = 7;
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

/** Returns the first day of the period that a day is in. */
export function startOfPeriod(rule: CompleteRule, day: PlainDate): PlainDate {
  switch (rule.frequency) {
    case 'daily':
      return day;
    case 'weekly':
      return day.subtract({
        days: (day.dayOfWeek - rule.firstDayOfWeek + DAYS_IN_WEEK) % DAYS_IN_WEEK,
      });
    case 'monthly':
      return day.with({ day: 1 });
    case 'yearly':
      return day.with({ month: 1, day: 1 });
  }
}

/** Returns the days that a rule names in the period that begins with a day, in order, before positions are taken. */
export function daysOfPeriod(rule: CompleteRule, first: PlainDate): readonly PlainDate[] {
  switch (rule.frequency) {
    case 'daily':
      return isNamed(rule, first) ? [first] : [];
    case 'weekly':
      return Array.from({ length: DAYS_IN_WEEK }, (_, days) => first.add({ days })).filter((day) =>
        isNamed(rule, day),
      );
    case 'monthly':
      return daysOfMonth(rule, first);
    case 'yearly':
      return (rule.byMonth.length > 0 ? rule.byMonth : MONTHS).flatMap((month) =>
        daysOfMonth(rule, first.with({ month })),
      );
  }
}

function daysOfMonth(rule: CompleteRule, first: PlainDate): readonly PlainDate[] {
  const { month, daysInMonth } = first;
  if (!isOfMonth(rule, month)) return [];
  const named: PlainDate[] = [];
  for (let day = 1; day <= daysInMonth; day += 1) {
    // A date is made only of a day that is named: a rule that never occurs looks at tens of thousands.
    const dayOfWeek = ((first.dayOfWeek + day - 2) % DAYS_IN_WEEK) + 1;
    if (isNamed(rule, { month, day, dayOfWeek, daysInMonth })) named.push(first.with({ day }));
  }
  return named;
}

const isNamed = (rule: CompleteRule, day: DayParts): boolean =>
  isOfMonth(rule, day.month) && isOfMonthDays(rule, day) && isOfWeekdays(rule, day);

const isOfMonth = ({ byMonth }: CompleteRule, month: number): boolean =>
  byMonth.length === 0 || byMonth.includes(month);

function isOfMonthDays(
  { byMonthDay, skip }: CompleteRule,
  { day, daysInMonth }: DayParts,
): boolean {
  if (byMonthDay.length === 0) return true;
  const isLast = day === daysInMonth;
  return byMonthDay.some(
    (wanted) =>
      wanted === day ||
      wanted === day - daysInMonth - 1 ||
      (skip === 'backward' && isLast && wanted > daysInMonth),
  );
}

function isOfWeekdays({ byDay }: CompleteRule, { day, dayOfWeek, daysInMonth }: DayParts): boolean {
  if (byDay.length === 0) return true;
  const nth = Math.ceil(day / DAYS_IN_WEEK);
  const nthLast = -Math.ceil((daysInMonth - day + 1) / DAYS_IN_WEEK);
  return byDay.some(
    (wanted) =>
      wanted.day === dayOfWeek &&
      (wanted.nth === undefined || wanted.nth === nth || wanted.nth === nthLast),
  );
}

/** Returns the days at positions, in order: 1 is the first, -1 the last. */
export function atPositions(
  days: readonly PlainDate[],
  positions: readonly number[],
): readonly PlainDate[] {
  if (positions.length === 0) return days;
  return days.filter((_, i) => positions.includes(i + 1) || positions.includes(i - days.length));
}
