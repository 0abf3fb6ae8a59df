import { dayIn, daysAfter, endOfWeek, startOfDay } from '#kernel/time-zone.ts';
import { type DueWork, isLate } from './is-late.ts';

/** The groups of what somebody has to do, in their order. */
export const DUE_GROUPS = ['late', 'today', 'week', 'later', 'undated', 'done'] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

/**
 * Returns what says which group a form is in, or an assignment that has not begun. Days and weeks are those of a time
 * zone, and a week ends on Sunday (ISO 8601).
 * @param now in milliseconds
 * @param timeZone an IANA name
 */
export function dueGroups(now: number, timeZone: string): (work: DueWork) => DueGroup {
  const today = dayIn(now, timeZone);
  const tomorrow = startOfDay(daysAfter(today, 1), timeZone);
  const nextWeek = startOfDay(daysAfter(endOfWeek(today), 1), timeZone);
  return (work) => {
    if (work.status === 'complete') return 'done';
    if (work.dueAt === undefined) return 'undated';
    if (isLate(work, now)) return 'late';
    if (work.dueAt < tomorrow) return 'today';
    return work.dueAt < nextWeek ? 'week' : 'later';
  };
}
