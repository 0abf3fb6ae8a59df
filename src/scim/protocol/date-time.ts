const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))?$/;

const number = (digits: string | undefined): number => Number(digits ?? '0');

/**
 * Returns the instant of an xsd:dateTime (RFC 7643 §2.3.5), in UTC with milliseconds so that text order is time order;
 * undefined for other text. Without an offset, the time is UTC.
 */
export function parseDateTime(text: string): string | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [
    ,
    years,
    months,
    days,
    hours,
    minutes,
    seconds,
    fraction,
    sign,
    offsetHours,
    offsetMinutes,
  ] = match;
  const [year, month, day] = [number(years), number(months), number(days)];
  const [hour, minute, second] = [number(hours), number(minutes), number(seconds)];
  const [shiftHours, shiftMinutes] = [number(offsetHours), number(offsetMinutes)];
  if (hour > 23 || minute > 59 || second > 59 || shiftHours > 14 || shiftMinutes > 59) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  // The date has moved on if the month does not have this day.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const shift = (shiftHours * 60 + shiftMinutes) * (sign === '-' ? -1 : 1);
  date.setUTCHours(
    hour,
    minute - shift,
    second,
    number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
  );
  const iso = date.toISOString();
  return iso.length === 24 ? iso : undefined;
}
