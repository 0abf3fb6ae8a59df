/** The time zone of an account that has not set one. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** Returns the canonical time zone of an IANA name; undefined for other names, including offsets. */
export function knownTimeZone(name: string): string | undefined {
  // Intl accepts an offset such as +01:00, but it has no daylight saving time and is not a time zone.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined; // a RangeError: there is no such zone
  }
}
