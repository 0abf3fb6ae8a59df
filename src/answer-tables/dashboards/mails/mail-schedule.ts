import { fail } from '#kernel/errors.ts';
import { dayIn, startOfHour } from '#kernel/time-zone.ts';

const DAY_MS = 86_400_000;
/** A month has at most 31 days, so this is more than lies between two mails. */
const MOST_DAYS = 63;
const LAST_DAY = { week: 7, month: 31 } as const;

/** When somebody gets a mail, by the clock of the organisation. */
export interface MailSchedule {
  readonly every: 'day' | 'week' | 'month';
  /** A day of the week, 1 for Monday, or of the month; undefined for every day. */
  readonly on?: number | undefined;
  /** A full hour, from 0 to 23. */
  readonly hour: number;
}

/** @throws AppError `invalid-value` at `on` */
export function checkSchedule<S extends Pick<MailSchedule, 'every' | 'on'>>(schedule: S): S {
  const { every, on } = schedule;
  if (every === 'day') {
    if (on === undefined) return schedule;
    throw fail('invalid-value', 'Every day has no day of its own.', {
      at: 'on',
      because: { reason: 'unknown-member' },
    });
  }
  const max = LAST_DAY[every];
  if (on !== undefined && on >= 1 && on <= max) return schedule;
  throw fail('invalid-value', `Choose a day from 1 to ${max}.`, {
    at: 'on',
    because: { reason: 'range', min: 1, max },
  });
}

/** Returns the first moment of a schedule after a time, in milliseconds. */
export function nextMailAt(schedule: MailSchedule, timeZone: string, after: number): number {
  const start = Date.parse(`${dayIn(after, timeZone)}T00:00:00Z`);
  for (let i = 0; i < MOST_DAYS; i += 1) {
    const day = new Date(start + i * DAY_MS);
    if (!isDayOf(schedule, day)) continue;
    const at = startOfHour(day.toISOString().slice(0, 10), schedule.hour, timeZone);
    if (at > after) return at;
  }
  throw new Error(`A schedule has no day: ${JSON.stringify(schedule)}`);
}

/** @param day its midnight in UTC */
function isDayOf({ every, on = 1 }: MailSchedule, day: Date): boolean {
  if (every === 'day') return true;
  // Sunday is 0 in JavaScript and 7 in ISO 8601.
  if (every === 'week') return (day.getUTCDay() || LAST_DAY.week) === on;
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
  return day.getUTCDate() === Math.min(on, lastOfMonth.getUTCDate());
}
