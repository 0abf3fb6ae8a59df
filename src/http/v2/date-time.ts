/** A moment to 100 nanoseconds, the resolution that clients see: `ms` since the epoch, plus 0 to 9,999 ticks. */
export interface Moment {
  readonly ms: number;
  readonly ticks: number;
}

const LITERAL =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i;
const MAX_OFFSET_MINUTES = 14 * 60;
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns `2026-01-31T09:05:00.0000000+00:00`: clients depend on seven digits and a numeric offset. */
export function formatDateTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '0000+00:00');
}

/** Parses an ISO 8601 date, or date and time; UTC unless it names an offset. */
export function parseMoment(text: string): Moment | undefined {
  const parts = LITERAL.exec(text);
  if (!parts) return undefined;
  const [, date, time = '00:00', second = '00', fraction = '', , sign, hours, minutes] = parts;
  const digits = fraction.padEnd(7, '0');
  const written = `${date}T${time}:${second}.${digits.slice(0, 3)}Z`;
  const local = Date.parse(written);
  // Date.parse reads 30 February and 24:00 as another day.
  if (Number.isNaN(local) || new Date(local).toISOString() !== written) return undefined;
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  if (Number(minutes ?? 0) > 59 || offset > MAX_OFFSET_MINUTES) return undefined;
  const ms = local - offset * (sign === '-' ? -60_000 : 60_000);
  return ms < FIRST_MS || ms > LAST_MS ? undefined : { ms, ticks: Number(digits.slice(3)) };
}

/** Prints a moment so that parseMoment reads the same one. */
export function printMoment({ ms, ticks }: Moment): string {
  return new Date(ms).toISOString().replace('Z', `${String(ticks).padStart(4, '0')}Z`);
}
