import type { NoticeChoice } from '#kernel/notice.ts';
import { dayIn, daysAfter, startOfHour } from '#kernel/time-zone.ts';
import type { Hours } from './choices.store.ts';

type Clock = Pick<Hours, 'timeZone' | 'digestHour' | 'quiet'>;

/** Returns when somebody is told what happens now, by their clock and their choice; undefined: never. */
export function whenTold(
  hours: Pick<Hours, 'timeZone' | 'digestHour' | 'quiet'>,
  choice: NoticeChoice,
  now: number,
): number | undefined {
  if (choice === 'off') return undefined;
  return endOfQuiet(hours, choice === 'now' ? now : nextHour(hours, hours.digestHour, now));
}

/** Returns the time itself, or the end of the quiet time that it falls into. */
export function endOfQuiet(hours: Clock, at: number): number {
  const { quiet, timeZone } = hours;
  if (quiet === undefined || quiet.from === quiet.until) return at;
  const until = nextHour(hours, quiet.until, at);
  // Yesterday, for a quiet time that goes on past midnight.
  const today = dayIn(until - 1, timeZone);
  const begun = [today, daysAfter(today, -1)]
    .map((day) => startOfHour(day, quiet.from, timeZone))
    .find((from) => from < until);
  return begun !== undefined && begun <= at ? until : at;
}

/** Returns when the clock shows a full hour next. */
function nextHour({ timeZone }: Clock, hour: number, after: number): number {
  const today = dayIn(after, timeZone);
  const moments = [0, 1, 2].map((days) => startOfHour(daysAfter(today, days), hour, timeZone));
  return moments.find((at) => at > after) ?? after;
}
