const DAY_SECONDS = 86_400;

/** How long a secret may live, in days. */
export const LIVES = [30, 90, 180, 365] as const;
export const DEFAULT_LIFE = 90;
export const WEEK_HOURS = 168;
/** How long an old secret works beside a new one, in hours. */
export const OVERLAPS = [0, 1, 24, WEEK_HOURS] as const;

export const secondsOfDays = (days: number): number => days * DAY_SECONDS;

/** One network or address a line. */
export function networksIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}
