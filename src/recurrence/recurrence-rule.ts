/** Days of the week in the order of ISO 8601, which numbers them from 1. */
export const WEEKDAYS = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface NthWeekday {
  readonly day: Weekday;
  /** 2 is the second one of the month, -1 the last one; undefined for each. */
  readonly nthOfPeriod?: number | undefined;
}

/** The members of a RecurrenceRule of JSCalendar (RFC 8984 §4.3.3) that Formstead knows. */
export interface RecurrenceRule {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly';
  /** 2 is every second period. 1 if undefined. */
  readonly interval?: number | undefined;
  /** The day with which weeks begin. Monday if undefined. */
  readonly firstDayOfWeek?: Weekday | undefined;
  readonly byDay?: readonly NthWeekday[] | undefined;
  /** -1 is the last day of the month. */
  readonly byMonthDay?: readonly number[] | undefined;
  /** `'1'` is January. */
  readonly byMonth?: readonly string[] | undefined;
  /** Which of the days of a period: 1 is the first, -1 the last. Undefined for all. */
  readonly bySetPosition?: readonly number[] | undefined;
  /** What becomes of day 31 in a month of 30 days: none, or the last day. `omit` if undefined. */
  readonly skip?: 'omit' | 'backward' | undefined;
  /** The number of dates, unless `until` ends them. */
  readonly count?: number | undefined;
  /** The last moment by the wall clock, as `YYYY-MM-DDTHH:MM:SS`. */
  readonly until?: string | undefined;
}

/** A rule with its start, its clock, and what becomes of holidays. */
export interface Recurrence {
  readonly rule: RecurrenceRule;
  /** The first possible day, as `YYYY-MM-DD`. A day that the rule does not name is none of its dates. */
  readonly start: string;
  /** By the wall clock, as `HH:MM`. */
  readonly time: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** Undefined: a date on a holiday is one like any other. */
  readonly holidays?: Holidays | undefined;
}

export interface Holidays {
  /** `move`: to the next day from Monday to Friday that is no holiday. */
  readonly rule: 'skip' | 'move';
  /** As `YYYY-MM-DD`. */
  readonly days: ReadonlySet<string>;
}
