// Formatters are made once: to make one takes longer than a dozen uses, and on a phone longer than to show a row of a list.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter. */
export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns what the clock of a time zone shows at a time, in the Gregorian calendar: `year`, `month`, `day`, `hour`,
 * `minute` and `second`.
 */
export function clockIn(ms: number, timeZone: string): (part: string) => number {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-u-ca-gregory', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(timeZone, format);
  const parts = new Map<string, number>(
    format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  );
  return (part) => parts.get(part) ?? 0;
}
