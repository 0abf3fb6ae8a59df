// Anybody may write anything into a URL: each search parameter is checked here, and an invalid one counts as missing.

import { isRelative } from '#kernel/relative-days.ts';

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined;

export const oneOf = <V extends string>(choices: readonly V[], value: unknown): V | undefined =>
  choices.find((choice) => choice === value);

/** A saved view has texts only. */
export const isOn = (value: unknown): true | undefined =>
  value === true || value === 'true' || undefined;

export const integerIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** Returns a day in the format of `<input type="date">`. */
export const dayIn = (value: unknown): string | undefined => {
  const text = textIn(value) ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay ? text : undefined;
};

/** Returns a day, or a word for days that move on with the calendar, as lists of forms take them. */
export const daysIn = (value: unknown): string | undefined =>
  isRelative(value) ? value : dayIn(value);

/**
 * Removes unknown search parameters, which the router would otherwise keep: others add them to a URL, for example to
 * track the links in their mails.
 */
export const only =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Partial<Search> => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  });
