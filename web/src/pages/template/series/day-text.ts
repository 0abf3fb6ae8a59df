import { dateFormat } from '#kernel/date-format.ts';

/** Writes a day `YYYY-MM-DD`. */
export const dayText = (day: string, language: string): string =>
  dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));
