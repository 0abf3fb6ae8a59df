import { dateFormat } from '#kernel/date-format.ts';
import type { Locale } from '#kernel/locale.ts';

// Dates and times in answers have no time zone: 9:00 means 9:00 wherever the form is filled in. They are read and
// written as UTC, so that no time zone shifts them.
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z?$/;
const TIME = /^(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/;

/** Returns a day in the format of the language; undefined for any other text. */
export const writeDay = (text: string, locale: Locale): string | undefined =>
  DAY.test(text) ? write(`${text}T00:00`, locale, { dateStyle: 'medium' }) : undefined;

/** Returns a day with or without a time in the format of the language; undefined for any other text. */
export function writeMoment(text: string, locale: Locale): string | undefined {
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined) return writeDay(text, locale);
  return write(`${day}T${time}`, locale, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Returns a time of day in the format of the language; undefined for any other text. */
export function writeTime(text: string, locale: Locale): string | undefined {
  const [, time] = TIME.exec(text) ?? [];
  return time === undefined
    ? undefined
    : write(`2000-01-01T${time}`, locale, { timeStyle: 'short' });
}

/** Returns a timestamp in the time zone of the account, with the name of that zone. */
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

// Some languages put narrow spaces before AM and PM, which few fonts have and which nobody types into a search field.
const written = (ms: number, locale: Locale, format: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale, format)
    .format(ms)
    .replaceAll(/[\u00a0\u202f]/g, ' ');
