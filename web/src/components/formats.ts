// How dates and times are written, in one style on all screens: "Jan 31, 2026", "9:05 AM".
import { dateFormat } from '#kernel/date-format.ts';

/** Writes the time of day. @param timeZone an IANA name; undefined for that of the device */
export const clockText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { timeStyle: 'short', timeZone }).format(at);
