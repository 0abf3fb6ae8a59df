import { shownZone } from '../shown-zone.ts';

/**
 * Returns a date and time in the time zone of the organisation, which is named where this device is set to another one.
 */
export function exactTime(at: Date, language: string): string {
  const timeZone = shownZone();
  const isOwn = new Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone;
  return at.toLocaleString(language, {
    year: 'numeric',
    month: language === 'de' ? '2-digit' : 'short',
    day: language === 'de' ? '2-digit' : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    ...(!isOwn && { timeZoneName: 'short' }),
  });
}
