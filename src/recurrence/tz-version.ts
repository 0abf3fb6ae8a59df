/** The version of the time zones that this process knows. Dates are computed again with each new one. */
export const TZ_VERSION = process.versions['tz'] ?? 'none';
