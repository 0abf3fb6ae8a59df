import { startOfDay } from '#kernel/time-zone.ts';
import { shownZone } from '#web/texts/shown-zone.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the first moment, in the time zone of the organisation, of the day that is `later` days after this one, as an
 * ISO 8601 text.
 */
export function startOf(day: string, later: number): string {
  const wanted = new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS).toISOString();
  return new Date(startOfDay(wanted.slice(0, 10), shownZone())).toISOString();
}
