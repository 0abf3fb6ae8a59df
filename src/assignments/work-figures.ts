import { type FormsDeps, readTimeZone, type Viewer } from '#form-basics/index.ts';
import { dayIn, daysAfter, endOfWeek } from '#kernel/time-zone.ts';
import { MOST_WORK, OPEN } from './assignment.ts';
import { chooseAssignments } from './choose-assignments.ts';
import type { AssignmentFilters } from './read-selection.ts';

/** How many assignments a list has. */
export interface WorkCount {
  readonly count: number;
  /** false: there are more. */
  readonly isExact: boolean;
}

export const countOf = ({ length }: readonly unknown[]): WorkCount => ({
  count: Math.min(length, MOST_WORK),
  isExact: length <= MOST_WORK,
});

export interface WorkFigures {
  /** The days of this week in the time zone of the organisation, as `YYYY-MM-DD`. */
  readonly week: { readonly from: string; readonly to: string };
  readonly dueThisWeek: WorkCount;
  readonly late: WorkCount;
  /** In milliseconds; undefined if nothing is late, or too much to tell. */
  readonly medianLateness: number | undefined;
}

/**
 * Returns the numbers of the open work that somebody sees, of a template or of all. Each counts what the list with the
 * same filters shows.
 */
export async function readWorkFigures(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  asked: Pick<AssignmentFilters, 'template'>,
): Promise<WorkFigures> {
  const now = deps.clock.now();
  const today = dayIn(now, await readTimeZone(deps.db.reader, viewer.accountId));
  const to = endOfWeek(today);
  const from = daysAfter(to, -6);
  const choose = (filters: AssignmentFilters) =>
    chooseAssignments(deps, viewer, { ...asked, ...filters }, MOST_WORK + 1);
  const due = await choose({ state: OPEN.join(','), dueFrom: from, dueTo: to });
  const late = await choose({ overdue: true });
  const isExact = late.length <= MOST_WORK;
  return {
    week: { from, to },
    dueThisWeek: countOf(due),
    late: countOf(late),
    medianLateness: isExact ? medianOf(late.map(({ due_key }) => now - due_key)) : undefined,
  };
}

/** @param sorted in order; of an even number, the middle of both in the middle counts */
function medianOf(sorted: readonly number[]): number | undefined {
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
