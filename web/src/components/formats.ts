// How dates and times are written, in one style on all screens: "Jan 31, 2026", "9:05 AM". Formatters are made once: on a
// phone, to make one takes longer than to show a row of a list.
const dates = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
  dates.set(key, format);
  return format;
}

/** Writes the time of day. @param timeZone an IANA name; undefined for that of the device */
export const clockText = (at: Date, language: string, timeZone?: string): string =>
  dateFormat(language, { timeStyle: 'short', timeZone }).format(at);
