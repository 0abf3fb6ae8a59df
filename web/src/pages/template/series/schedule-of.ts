import type { ScheduleInput } from '#series/app-types.ts';

type Rule = ScheduleInput['rule'];
type Weekday = 'mo' | 'tu' | 'we' | 'th' | 'fr' | 'sa' | 'su';

export const WEEKDAYS: readonly Weekday[] = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'];
export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
/** Which day of the month: that of the start, its weekday counted from either end, or the last one. */
export const DAYS_OF_MONTH = ['day', 'nth', 'last', 'lastDay', 'lastWorkingDay'] as const;
export const ENDS = ['never', 'until', 'count'] as const;

/** What is chosen about a schedule, as the fields hold it. */
export interface ScheduleValues {
  readonly frequency: string;
  readonly interval: string | number;
  readonly weekdays: readonly string[];
  readonly dayOfMonth: string;
  readonly start: string;
  readonly time: string;
  readonly ends: string;
  readonly until: string;
  readonly count: string | number;
  readonly holidays: string;
}

const DAYS_IN_WEEK = 7;
/** Not every month has a fifth Monday. */
const MOST_NTH = 4;

/** Returns what a day is in its month; undefined if there is no such day. */
export function dayInMonth(start: string) {
  const date = new Date(`${start}T00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  const day = date.getUTCDate();
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const nth = Math.ceil(day / DAYS_IN_WEEK);
  return {
    date,
    day,
    weekday: WEEKDAYS[(date.getUTCDay() + DAYS_IN_WEEK - 1) % DAYS_IN_WEEK] ?? 'mo',
    nth: nth > MOST_NTH ? undefined : nth,
    isInLastWeek: length - day < DAYS_IN_WEEK,
  };
}

/** Returns the days of the month that a start offers, and the chosen one of them: another start may not have it. */
export function choiceOfDay({ start, dayOfMonth }: Pick<ScheduleValues, 'start' | 'dayOfMonth'>) {
  const { nth, isInLastWeek = false } = dayInMonth(start) ?? {};
  const offered = DAYS_OF_MONTH.filter(
    (each) => (each !== 'nth' || nth !== undefined) && (each !== 'last' || isInLastWeek),
  );
  return { offered, chosen: offered.find((each) => each === dayOfMonth) ?? 'day' };
}

/** Returns a schedule as the server takes it; undefined while a field is empty. */
export function scheduleOf(values: ScheduleValues): ScheduleInput | undefined {
  const { start, time, ends, until, count, holidays } = values;
  const interval = Number(values.interval);
  const isWhole = start !== '' && time !== '' && interval >= 1;
  if (!isWhole || (ends === 'until' && until === '') || (ends === 'count' && !(Number(count) >= 1)))
    return undefined;
  const days = daysOf(values);
  if (days === undefined) return undefined;
  return {
    rule: {
      ...days,
      interval,
      ...(ends === 'until' && { until: `${until}T23:59:59` }),
      ...(ends === 'count' && { count: Number(count) }),
    },
    start,
    time,
    holidays: holidays === 'keep' || holidays === 'move' ? holidays : 'skip',
  };
}

function daysOf(values: ScheduleValues): Rule | undefined {
  const { frequency, weekdays, start } = values;
  switch (frequency) {
    case 'weekly': {
      const chosen = WEEKDAYS.filter((day) => weekdays.includes(day));
      return chosen.length === 0
        ? undefined
        : { frequency: 'weekly', byDay: chosen.map((day) => ({ day })) };
    }
    case 'monthly':
      return { frequency: 'monthly', ...dayOf(choiceOfDay(values).chosen, start) };
    case 'yearly':
      return { frequency: 'yearly', skip: 'backward' };
    default:
      return { frequency: 'daily' };
  }
}

function dayOf(dayOfMonth: string, start: string): Partial<Rule> {
  const { day = 1, weekday = 'mo', nth } = dayInMonth(start) ?? {};
  switch (dayOfMonth) {
    case 'nth':
      return { byDay: [{ day: weekday, nthOfPeriod: nth ?? -1 }] };
    case 'last':
      return { byDay: [{ day: weekday, nthOfPeriod: -1 }] };
    case 'lastDay':
      return { byMonthDay: [-1] };
    case 'lastWorkingDay':
      return { byDay: WEEKDAYS.slice(0, 5).map((each) => ({ day: each })), bySetPosition: [-1] };
    default:
      return { byMonthDay: [day], skip: 'backward' };
  }
}
