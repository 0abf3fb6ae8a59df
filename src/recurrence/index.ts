/** Rules by which something recurs, their dates across clock changes and holidays, and both in words. */
export { checkRecurrence, noDate } from './check-recurrence.ts';
export { describeOccurrence, describeRecurrence } from './describe-recurrence.ts';
export { firstOpenDay } from './first-open-day.ts';
export { type Occurrence, occurrencesOf } from './occurrences.ts';
export {
  type Holidays,
  type NthWeekday,
  type Recurrence,
  type RecurrenceRule,
  WEEKDAYS,
  type Weekday,
} from './recurrence-rule.ts';
export { TZ_VERSION } from './tz-version.ts';
