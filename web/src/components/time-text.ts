const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Further away than that nobody counts: "next year" is said of a day in five weeks and of one in twenty months. */
const RELATIVE_DAYS = 7;

/** A time as people say it: `3 hours ago`, `tomorrow`, and a date when it is a week or more away. */
export function timeText(at: Date, now: Date, language: string): string {
  const days = daysBetween(now, at);
  if (Math.abs(days) >= RELATIVE_DAYS)
    return at.toLocaleDateString(language, { dateStyle: 'medium' });
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const ms = at.getTime() - now.getTime();
  const length = Math.abs(ms);
  if (length >= DAY_MS) return format.format(days, 'day');
  if (length >= HOUR_MS) return format.format(Math.trunc(ms / HOUR_MS), 'hour');
  if (length >= MINUTE_MS) return format.format(Math.trunc(ms / MINUTE_MS), 'minute');
  return format.format(Math.trunc(ms / 1000), 'second');
}

/** How many midnights lie between them, as the reader's clock counts days. */
function daysBetween(from: Date, to: Date): number {
  const start = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((start(to) - start(from)) / DAY_MS);
}
