import type { Locale } from '#forms/engine/engine-types.ts';

// What people fill in has no zone: 9 o'clock is 9 o'clock on the wall where they stand. It is read as UTC and
// written as UTC, so that no zone can move it.
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?$/;
const TIME = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/;

/** A day as the language writes it; undefined for what is no day. */
export const writeDay = (text: string, locale: Locale): string | undefined =>
  DAY.test(text) ? write(`${text}T00:00`, locale, { dateStyle: 'medium' }) : undefined;

/** A day and time as the language writes them; undefined for what is neither. */
export function writeMoment(text: string, locale: Locale): string | undefined {
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined) return writeDay(text, locale);
  return write(`${day}T${time}`, locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A time of day as the language writes it; undefined for what is none. */
export function writeTime(text: string, locale: Locale): string | undefined {
  const [, time] = TIME.exec(text) ?? [];
  return time === undefined
    ? undefined
    : write(`2000-01-01T${time}`, locale, { timeStyle: 'short' });
}

/** A moment in the history of a form, in the zone of the account, which it names. */
export const writeInstant = (ms: number, locale: Locale, timeZone: string): string =>
  written(ms, locale, {
    year: 'numeric',
    month: locale === 'de' ? '2-digit' : 'short',
    day: locale === 'de' ? '2-digit' : 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });

function write(
  moment: string,
  locale: Locale,
  format: Intl.DateTimeFormatOptions,
): string | undefined {
  const ms = Date.parse(`${moment}Z`);
  return Number.isNaN(ms) ? undefined : written(ms, locale, { ...format, timeZone: 'UTC' });
}

// Some languages put narrow spaces before AM and PM, which few fonts have and nobody can type to find.
const written = (ms: number, locale: Locale, format: Intl.DateTimeFormatOptions): string =>
  formatterOf(locale, format)
    .format(ms)
    .replaceAll(/[\u00a0\u202f]/g, ' ');

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a dozen times. There are as many as formats here, times languages and zones. */
function formatterOf(locale: Locale, format: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, format]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, format);
  formatters.set(key, formatter);
  return formatter;
}
