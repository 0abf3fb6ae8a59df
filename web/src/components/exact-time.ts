import { dateFormat } from '#kernel/date-format.ts';
import { shownZone } from '#web/texts/shown-zone.ts';

/** Returns the time zone of the device, an IANA name. */
export const deviceZone = (): string => dateFormat('en', {}).resolvedOptions().timeZone;

/** Returns whether this device is set to another time zone than that of the organisation. */
export const isElsewhere = (): boolean => deviceZone() !== shownZone();

/**
 * Returns a date and time in the time zone of the organisation, which is named where this device is set to another one.
 */
export const exactTime = (at: Date, language: string): string =>
  write(at, language, { second: '2-digit' });

/** As {@link exactTime}, to the minute: for times that somebody set. */
export const minuteTime = (at: Date, language: string): string => write(at, language, {});

function write(at: Date, language: string, more: Intl.DateTimeFormatOptions): string {
  const format = dateFormat(language, {
    year: 'numeric',
    month: language === 'de' ? '2-digit' : 'short',
    day: language === 'de' ? '2-digit' : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...more,
    timeZone: shownZone(),
    ...(isElsewhere() && { timeZoneName: 'short' }),
  });
  return format.format(at);
}
