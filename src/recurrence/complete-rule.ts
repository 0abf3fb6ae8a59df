import { type NthWeekday, type RecurrenceRule, WEEKDAYS } from './recurrence-rule.ts';

/** A rule without defaults: what the start implies is written out. */
export interface CompleteRule {
  readonly frequency: RecurrenceRule['frequency'];
  readonly interval: number;
  /** Numbered as in ISO 8601. */
  readonly firstDayOfWeek: number;
  /** Empty for every day. */
  readonly byDay: readonly { readonly day: number; readonly nth: number | undefined }[];
  /** Empty for every day. */
  readonly byMonthDay: readonly number[];
  /** Empty for every month; otherwise in order. */
  readonly byMonth: readonly number[];
  readonly bySetPosition: readonly number[];
  readonly skip: 'omit' | 'backward';
}

/**
 * Returns a rule with its defaults. Without days of its own, it is about those of its start: a weekly rule that starts
 * on a Wednesday is about Wednesdays (RFC 5545 §3.3.10).
 */
export function completeRule(rule: RecurrenceRule, start: Temporal.PlainDate): CompleteRule {
  const { frequency, byDay = [], byMonthDay = [], byMonth = [], bySetPosition = [] } = rule;
  const isWithoutDays = byDay.length === 0 && byMonthDay.length === 0;
  const isOfMonths = frequency === 'monthly' || frequency === 'yearly';
  const isOfStart = frequency === 'yearly' && byMonth.length === 0 && isWithoutDays;
  const isOfWeekday = frequency === 'weekly' && isWithoutDays;
  return {
    frequency,
    interval: rule.interval ?? 1,
    firstDayOfWeek: isoDay(rule.firstDayOfWeek ?? 'mo'),
    byDay: isOfWeekday ? [{ day: start.dayOfWeek, nth: undefined }] : byDay.map(toNumbers),
    byMonthDay: isOfMonths && isWithoutDays ? [start.day] : byMonthDay,
    byMonth: isOfStart ? [start.month] : byMonth.map(Number).toSorted((a, b) => a - b),
    bySetPosition,
    skip: rule.skip ?? 'omit',
  };
}

const isoDay = (day: NthWeekday['day']): number => WEEKDAYS.indexOf(day) + 1;

const toNumbers = ({ day, nthOfPeriod }: NthWeekday) => ({ day: isoDay(day), nth: nthOfPeriod });
