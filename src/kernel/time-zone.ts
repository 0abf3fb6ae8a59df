/** The zone of an account that was never asked. */
export const DEFAULT_TIME_ZONE = 'UTC';

/** What this runtime calls the zone of an IANA name; undefined for a name of no zone, offsets among them. */
export function knownTimeZone(name: string): string | undefined {
  // An offset such as +01:00 has no summer: it is taken by the language, and nobody's zone.
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined; // a RangeError: there is no such zone
  }
}
