import { type AppError, fail } from '#kernel/errors.ts';
import { occurrencesOf } from './occurrences.ts';
import type { Recurrence, RecurrenceRule } from './recurrence-rule.ts';

/**
 * Checks the members of a rule against each other, and that it has a date at all. Their types and ranges are checked
 * before, by the schema of the request.
 * @throws AppError `invalid-value` at the member of the rule
 */
export function checkRecurrence(recurrence: Recurrence): void {
  checkMembers(recurrence.rule);
  requireDate(recurrence.start, 'start');
  if (recurrence.rule.until !== undefined) requireDate(recurrence.rule.until, 'rule.until');
  if (occurrencesOf(recurrence).next().done === true) throw noDate();
}

/** The error of a rule that has no date, or none that is still to come. */
export const noDate = (): AppError =>
  fail('invalid-value', 'This rule has no date. Check its days, its start and its end.', {
    at: 'rule',
    because: { reason: 'never-occurs' },
  });

function checkMembers(rule: RecurrenceRule): void {
  const { frequency, byDay = [], byMonthDay = [], byMonth = [], bySetPosition = [] } = rule;
  const isOfMonths = frequency === 'monthly' || frequency === 'yearly';
  const nth = byDay.findIndex((each) => each.nthOfPeriod !== undefined);
  if (!isOfMonths && byMonthDay.length > 0) {
    throw unexpected('byMonthDay', 'byMonthDay needs a monthly or yearly rule.');
  }
  if (!isOfMonths && nth >= 0) {
    throw unexpected(`byDay[${nth}].nthOfPeriod`, 'nthOfPeriod needs a monthly or yearly rule.');
  }
  // RFC 5545 §3.3.10 counts the weekdays of a year; people mean those of a month.
  if (frequency === 'yearly' && byDay.length > 0 && byMonth.length === 0) {
    throw fail('invalid-value', 'A yearly rule with byDay needs byMonth.', {
      at: 'rule.byMonth',
      because: { reason: 'missing' },
    });
  }
  if (bySetPosition.length > 0 && byDay.length === 0 && byMonthDay.length === 0) {
    throw unexpected('bySetPosition', 'bySetPosition needs byDay or byMonthDay.');
  }
  if (rule.count !== undefined && rule.until !== undefined) {
    throw unexpected('count', 'A rule ends by count or by until, not by both.');
  }
}

function requireDate(text: string, at: string): void {
  try {
    Temporal.PlainDateTime.from(text);
  } catch {
    throw fail('invalid-value', `There is no such date: ${text}.`, {
      at,
      because: { reason: 'wrong-format' },
    });
  }
}

const unexpected = (member: string, detail: string): AppError =>
  fail('invalid-value', detail, {
    at: `rule.${member}`,
    because: { reason: 'unknown-member' },
  });
