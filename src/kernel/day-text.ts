const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const WITH_DOTS = /^(\d\d?)\.(\d\d?)\.(\d{4})$/;

/**
 * Reads a day as files of spreadsheets have it: 2026-12-31, and 31.12.2026. A day with slashes may have its month first,
 * and is refused.
 * @returns `YYYY-MM-DD`, or undefined for anything else, such as a day that does not exist
 */
export function readDayText(text: string): string | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const [, dottedDay, dottedMonth, dottedYear] = WITH_DOTS.exec(text) ?? [];
  const iso = [
    year ?? dottedYear ?? '',
    (month ?? dottedMonth ?? '').padStart(2, '0'),
    (day ?? dottedDay ?? '').padStart(2, '0'),
  ].join('-');
  return isDay(iso) ? iso : undefined;
}

function isDay(iso: string): boolean {
  if (!DAY.test(iso)) return false;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
}
