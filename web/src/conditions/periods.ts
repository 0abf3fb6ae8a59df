import { isRelative, type RelativeDays } from '#kernel/relative-days.ts';
import { dayText } from '#web/components/time-text.ts';

/** Days on which forms were created, as YYYY-MM-DD or as words; both are included. And those of the forms to compare with. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compareFrom?: string | undefined;
  readonly compareTo?: string | undefined;
}

export const NO_PERIOD: Period = {
  from: undefined,
  to: undefined,
  compareFrom: undefined,
  compareTo: undefined,
};

/** Days that move on with the calendar, each with those before it. */
export const WORD_PAIRS = [
  ['today', 'yesterday'],
  ['this-week', 'last-week'],
  ['this-month', 'last-month'],
] as const satisfies readonly (readonly RelativeDays[])[];

/** Returns the period of a word, compared with that of another one. */
export const periodOf = (word: RelativeDays, compared?: RelativeDays): Period => ({
  from: word,
  to: word,
  compareFrom: compared,
  compareTo: compared,
});

/** Returns the year of a day on the reader's clock, and the year before it. */
export function yearsOf(now: Date): Period {
  const year = now.getFullYear();
  return {
    from: `${year}-01-01`,
    to: `${year}-12-31`,
    compareFrom: `${year - 1}-01-01`,
    compareTo: `${year - 1}-12-31`,
  };
}

/**
 * Returns a period as people read it; undefined when it has no ends.
 * @param wordText returns the text of a word for days
 */
export function spanText(
  from: string | undefined,
  to: string | undefined,
  language: string,
  wordText: (word: RelativeDays) => string,
): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === to && isRelative(from)) return wordText(from);
  // An address that somebody typed may have anything; the server says what is wrong with it.
  const text = (day = '…') => (isRelative(day) ? wordText(day) : dayText(day, language));
  return `${text(from)} – ${text(to)}`;
}
