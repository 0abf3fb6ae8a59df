// Formatters of dates, each made once: on a phone, to make one takes longer than to show a row of a list.
const dates = new Map<string, Intl.DateTimeFormat>();
const spans = new Map<string, Intl.RelativeTimeFormat>();

export function dateFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
  dates.set(key, format);
  return format;
}

/** Writes "yesterday" rather than "1 day ago". */
export function spanFormat(language: string): Intl.RelativeTimeFormat {
  const format = spans.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  spans.set(language, format);
  return format;
}
