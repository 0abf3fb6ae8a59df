import type { JsonObject } from '#kernel/json.ts';
import {
  type Occurrence,
  occurrencesOf,
  type Recurrence,
  type RecurrenceRule,
} from '#recurrence/index.ts';

/** When the forms of a series are due. */
export interface Schedule {
  readonly rule: RecurrenceRule;
  /** The first possible day, as YYYY-MM-DD. */
  readonly start: string;
  /** By the clock of the organisation, as HH:MM. */
  readonly time: string;
  readonly holidays: 'keep' | 'skip' | 'move';
}

/** A template that is assigned again and again. */
export interface Series {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string;
  readonly assignee: {
    readonly type: 'User' | 'Group';
    readonly id: string;
    readonly mode: 'each' | 'shared';
  };
  /** What each form begins with. */
  readonly answers: JsonObject;
  readonly instructions: string | undefined;
  readonly priority: 'normal' | 'high';
  readonly schedule: Schedule;
  readonly leadDays: number;
  /** How many dates are still to come; undefined if the rule does not count them. */
  readonly remaining: number | undefined;
  readonly pausedAt: number | undefined;
  readonly sentBy: string;
  readonly createdAt: number;
  /** All dates before this day are settled. */
  readonly fromDay: string;
  /** Undefined while it is paused, and when it is over. */
  readonly next: NextDate | undefined;
}

interface NextDate {
  readonly day: string;
  /** When its assignments are made, in milliseconds. */
  readonly makeAt: number;
}

export type SeriesKey = Pick<Series, 'accountId' | 'id'>;

/** What dates of an organisation depend on. */
export interface Calendar {
  readonly timeZone: string;
  /** The days on which it is closed, as YYYY-MM-DD. */
  readonly holidays: ReadonlySet<string>;
}

export const recurrenceOf = (
  { rule, start, time, holidays }: Schedule,
  { timeZone, holidays: days }: Calendar,
): Recurrence => ({
  ...{ rule, start, time, timeZone },
  holidays: holidays === 'keep' ? undefined : { rule: holidays, days },
});

/** Returns the dates of a schedule from a day on. What the rule counts is `remaining`, from that day. */
export function datesFrom(
  schedule: Schedule,
  calendar: Calendar,
  from: string,
  remaining: number | undefined,
): IteratorObject<Occurrence> {
  const recurrence = recurrenceOf(schedule, calendar);
  const rule = { ...recurrence.rule, count: undefined };
  return occurrencesOf({ ...recurrence, rule }, from).take(remaining ?? Number.POSITIVE_INFINITY);
}

/** Returns the dates that are not settled yet. */
export const openDates = (
  { schedule, fromDay, remaining }: Series,
  calendar: Calendar,
): IteratorObject<Occurrence> => datesFrom(schedule, calendar, fromDay, remaining);

/** Returns when the assignments of a date are made: at the beginning of a day, in milliseconds. */
export const makeAtOf = (day: string, leadDays: number, timeZone: string): number =>
  Temporal.PlainDate.from(day).subtract({ days: leadDays }).toZonedDateTime(timeZone)
    .epochMilliseconds;

/** Returns a series with its next date. */
export function withNext(series: Series, calendar: Calendar): Series {
  if (series.pausedAt !== undefined) return { ...series, next: undefined };
  const [date] = openDates(series, calendar).take(1);
  if (!date) return { ...series, next: undefined };
  const makeAt = makeAtOf(date.day, series.leadDays, calendar.timeZone);
  return { ...series, next: { day: date.day, makeAt } };
}
