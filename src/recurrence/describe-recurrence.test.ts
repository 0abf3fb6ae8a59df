import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  describeOccurrence,
  describeRecurrence,
  occurrencesOf,
  type Recurrence,
  type RecurrenceRule,
  WEEKDAYS,
} from './index.ts';

/** A rule that starts on a Monday. */
const of = (rule: RecurrenceRule, closed?: 'skip' | 'move'): Recurrence => ({
  rule,
  start: '2026-12-07',
  time: '09:00',
  timeZone: 'Europe/Berlin',
  holidays: closed && { rule: closed, days: new Set() },
});

const CASES: readonly (readonly [Recurrence, string, string])[] = [
  [
    of({ frequency: 'daily', interval: 2 }),
    'Every 2 days, at 09:00.',
    'Alle 2 Tage, um 09:00 Uhr.',
  ],
  [
    of({ frequency: 'weekly', interval: 2 }, 'skip'),
    'Every 2 weeks on Monday, at 09:00. Dates on holidays are left out.',
    'Alle 2 Wochen am Montag, um 09:00 Uhr. Termine an Feiertagen entfallen.',
  ],
  [
    of({
      frequency: 'daily',
      byDay: [{ day: 'mo' }, { day: 'we' }],
      until: '2026-12-31T23:59:59',
    }),
    'Every day, only on Monday and Wednesday, at 09:00, until 31 December 2026.',
    'Jeden Tag, nur am Montag und Mittwoch, um 09:00 Uhr, bis 31. Dezember 2026.',
  ],
  [
    of({ frequency: 'monthly', byMonthDay: [1, 22, -1], count: 10 }, 'move'),
    'Every month on the 1st, the 22nd and the last day, at 09:00, 10 times. Dates on holidays move to the next working day.',
    'Jeden Monat am 1., 22. und letzten Tag, um 09:00 Uhr, 10-mal. Termine an Feiertagen rücken auf den nächsten Arbeitstag.',
  ],
  [
    of({ frequency: 'monthly', byMonthDay: [31], skip: 'backward' }),
    'Every month on the 31st (the last day in shorter months), at 09:00.',
    'Jeden Monat am 31. (in kürzeren Monaten am letzten Tag), um 09:00 Uhr.',
  ],
  [
    of({
      frequency: 'monthly',
      byDay: [
        { day: 'tu', nthOfPeriod: 2 },
        { day: 'su', nthOfPeriod: -1 },
      ],
    }),
    'Every month on the second Tuesday and the last Sunday, at 09:00.',
    'Jeden Monat am zweiten Dienstag und letzten Sonntag, um 09:00 Uhr.',
  ],
  [
    of({
      frequency: 'monthly',
      interval: 3,
      byDay: WEEKDAYS.slice(0, 5).map((day) => ({ day })),
      bySetPosition: [-1],
    }),
    'Every 3 months on the last working day, at 09:00.',
    'Alle 3 Monate am letzten Arbeitstag, um 09:00 Uhr.',
  ],
  [
    of({ frequency: 'monthly', byDay: [{ day: 'tu' }, { day: 'we' }], bySetPosition: [3] }),
    'Every month on the third of these days: Tuesday and Wednesday, at 09:00.',
    'Jeden Monat am dritten dieser Tage: Dienstag und Mittwoch, um 09:00 Uhr.',
  ],
  [
    of({ frequency: 'monthly', byDay: [{ day: 'fr' }], byMonthDay: [13] }),
    'Every month on the 13th, only if that is a Friday, at 09:00.',
    'Jeden Monat am 13., nur wenn das ein Freitag ist, um 09:00 Uhr.',
  ],
  [
    of({ frequency: 'yearly' }),
    'Every year in December on the 7th, at 09:00.',
    'Jedes Jahr im Dezember am 7., um 09:00 Uhr.',
  ],
  [
    of({ frequency: 'yearly', byMonth: ['11'], byDay: [{ day: 'th', nthOfPeriod: 4 }], count: 1 }),
    'Every year in November on the fourth Thursday, at 09:00, once.',
    'Jedes Jahr im November am vierten Donnerstag, um 09:00 Uhr, einmal.',
  ],
];

describe('a recurrence is read in words', () => {
  for (const [recurrence, english, german] of CASES) {
    test(english, () => {
      assert.equal(describeRecurrence(recurrence, 'en'), english);
      assert.equal(describeRecurrence(recurrence, 'de'), german);
    });
  }

  test('and so are its dates, by the clock of the organisation', () => {
    const [first] = [...occurrencesOf(of({ frequency: 'weekly' })).take(1)];
    assert.ok(first);
    const inWords = (locale: 'en' | 'de') => describeOccurrence(first, 'Europe/Berlin', locale);
    assert.equal(inWords('en'), 'Monday, 7 December 2026 at 09:00');
    assert.equal(inWords('de'), 'Montag, 7. Dezember 2026 um 09:00');
  });
});
