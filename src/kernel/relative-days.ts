import { daysAfter, endOfWeek } from './time-zone.ts';

/** A first and a last day as YYYY-MM-DD, both included. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** Spans of days that move on with the calendar, by the words that filters have for them. Weeks begin on Monday. */
const SPANS = {
  today: (today: string) => dayOf(today),
  yesterday: (today: string) => dayOf(daysAfter(today, -1)),
  'this-week': (today: string) => weekOf(today),
  'last-week': (today: string) => weekOf(daysAfter(today, -7)),
  'this-month': (today: string) => monthOf(today),
  'last-month': (today: string) => monthOf(daysAfter(`${today.slice(0, 8)}01`, -1)),
};
export type RelativeDays = keyof typeof SPANS;

export const isRelative = (text: unknown): text is RelativeDays =>
  typeof text === 'string' && Object.hasOwn(SPANS, text);

export const RELATIVE_DAYS: readonly RelativeDays[] = Object.keys(SPANS).filter(isRelative);

/** Returns the days that a word stands for. @param today as YYYY-MM-DD */
export const spanOfDays = (word: RelativeDays, today: string): DaySpan => SPANS[word](today);

const dayOf = (day: string): DaySpan => ({ first: day, last: day });

function weekOf(day: string): DaySpan {
  const last = endOfWeek(day);
  return { first: daysAfter(last, -6), last };
}

function monthOf(day: string): DaySpan {
  const [year, month] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString().slice(0, 10);
  return { first: `${day.slice(0, 8)}01`, last };
}
