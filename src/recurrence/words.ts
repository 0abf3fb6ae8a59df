import type { Locale } from '#kernel/locale.ts';

/** How a language says the parts of a recurrence. Lists and names come as texts of that language. */
export interface RecurrenceWords {
  readonly every: Readonly<
    Record<'daily' | 'weekly' | 'monthly' | 'yearly', (interval: number) => string>
  >;
  readonly onlyOn: (weekdays: string) => string;
  readonly on: (days: string) => string;
  readonly inMonths: (months: string) => string;
  /** Of a day of the month: 1 is the first one, -1 the last one. */
  readonly monthDay: (day: number) => string;
  readonly nthWeekday: (nth: number, weekday: string) => string;
  readonly nthWorkingDay: (nth: number) => string;
  readonly nthOf: (nth: number, days: string) => string;
  readonly onlyIf: (weekdays: string) => string;
  readonly inShortMonths: string;
  readonly at: (time: string) => string;
  readonly until: (day: string) => string;
  readonly times: (count: number) => string;
  readonly holidays: Readonly<Record<'skip' | 'move', string>>;
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const numbered = (n: number) => `${n}${SUFFIXES[ordinals.select(n)] ?? 'th'}`;

function nthEnglish(nth: number): string {
  const place = ['first', 'second', 'third', 'fourth', 'fifth'][Math.abs(nth) - 1];
  if (nth === -1) return 'last';
  return `${place ?? numbered(Math.abs(nth))}${nth < 0 ? ' last' : ''}`;
}

const english: RecurrenceWords = {
  every: {
    daily: (n) => (n === 1 ? 'Every day' : `Every ${n} days`),
    weekly: (n) => (n === 1 ? 'Every week' : `Every ${n} weeks`),
    monthly: (n) => (n === 1 ? 'Every month' : `Every ${n} months`),
    yearly: (n) => (n === 1 ? 'Every year' : `Every ${n} years`),
  },
  onlyOn: (weekdays) => `, only on ${weekdays}`,
  on: (days) => ` on ${days}`,
  inMonths: (months) => ` in ${months}`,
  monthDay: (day) => (day > 0 ? `the ${numbered(day)}` : `the ${nthEnglish(day)} day`),
  nthWeekday: (nth, weekday) => `the ${nthEnglish(nth)} ${weekday}`,
  nthWorkingDay: (nth) => `the ${nthEnglish(nth)} working day`,
  nthOf: (nth, days) => `the ${nthEnglish(nth)} of these days: ${days}`,
  onlyIf: (weekdays) => `, only if that is a ${weekdays}`,
  inShortMonths: ' (the last day in shorter months)',
  at: (time) => `, at ${time}`,
  until: (day) => `, until ${day}`,
  times: (n) => (n === 1 ? ', once' : `, ${n} times`),
  holidays: {
    skip: ' Dates on holidays are left out.',
    move: ' Dates on holidays move to the next working day.',
  },
};

function nthGerman(nth: number): string {
  const place = ['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'];
  const back = ['letzten', 'vorletzten', 'drittletzten', 'viertletzten', 'fünftletzten'];
  const n = Math.abs(nth);
  return nth > 0 ? (place[n - 1] ?? `${n}.`) : (back[n - 1] ?? `${n}.-letzten`);
}

const german: RecurrenceWords = {
  every: {
    daily: (n) => (n === 1 ? 'Jeden Tag' : `Alle ${n} Tage`),
    weekly: (n) => (n === 1 ? 'Jede Woche' : `Alle ${n} Wochen`),
    monthly: (n) => (n === 1 ? 'Jeden Monat' : `Alle ${n} Monate`),
    yearly: (n) => (n === 1 ? 'Jedes Jahr' : `Alle ${n} Jahre`),
  },
  onlyOn: (weekdays) => `, nur am ${weekdays}`,
  on: (days) => ` am ${days}`,
  inMonths: (months) => ` im ${months}`,
  monthDay: (day) => (day > 0 ? `${day}.` : `${nthGerman(day)} Tag`),
  nthWeekday: (nth, weekday) => `${nthGerman(nth)} ${weekday}`,
  nthWorkingDay: (nth) => `${nthGerman(nth)} Arbeitstag`,
  nthOf: (nth, days) => `${nthGerman(nth)} dieser Tage: ${days}`,
  onlyIf: (weekdays) => `, nur wenn das ein ${weekdays} ist`,
  inShortMonths: ' (in kürzeren Monaten am letzten Tag)',
  at: (time) => `, um ${time} Uhr`,
  until: (day) => `, bis ${day}`,
  times: (n) => (n === 1 ? ', einmal' : `, ${n}-mal`),
  holidays: {
    skip: ' Termine an Feiertagen entfallen.',
    move: ' Termine an Feiertagen rücken auf den nächsten Arbeitstag.',
  },
};

export const WORDS: Readonly<Record<Locale, RecurrenceWords>> = { en: english, de: german };
