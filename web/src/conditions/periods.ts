import { dayText } from '#web/components/time-text.ts';

/** Days on which forms were created, as YYYY-MM-DD; both are included. And those of the forms to compare with. */
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

/** Returns the month of a day on the reader's clock, and the month before it. */
export function monthsOf(now: Date): Period {
  const [year, month] = [now.getFullYear(), now.getMonth()];
  return {
    from: isoDay(new Date(year, month, 1)),
    to: isoDay(new Date(year, month + 1, 0)),
    compareFrom: isoDay(new Date(year, month - 1, 1)),
    compareTo: isoDay(new Date(year, month, 0)),
  };
}

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

function isoDay(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns a period as people read it; undefined when it has no ends. */
export function spanText(
  from: string | undefined,
  to: string | undefined,
  language: string,
): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  // An address that somebody typed may have anything; the server says what is wrong with it.
  const text = (day = '…') => dayText(day, language);
  return `${text(from)} – ${text(to)}`;
}
