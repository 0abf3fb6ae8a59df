// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { RECURRENCE_CASES } from '../../test/support/recurrence-cases.ts';
import {
  checkRecurrence,
  type NthWeekday,
  occurrencesOf,
  type Recurrence,
  type RecurrenceRule,
  WEEKDAYS,
} from './index.ts';

const DAY_MS = 86_400_000;

const daysOf = (recurrence: Recurrence, from?: string): readonly string[] =>
  [...occurrencesOf(recurrence, from).take(5000)].map(({ day }) => day);

/** A rule at nine in UTC. */
const nine = (
  start: string,
  rule: RecurrenceRule,
  holidays?: Recurrence['holidays'],
): Recurrence => ({ rule, start, time: '09:00', timeZone: 'UTC', holidays });

describe('the dates of a rule are those made by hand:', () => {
  for (const { name, start, timeZone, rule, dates } of RECURRENCE_CASES) {
    test(name, () => {
      const [day = '', time = ''] = start.split('T');
      const found = occurrencesOf({ rule: ruleOf(rule, timeZone), start: day, time, timeZone })
        .take(dates.length + 1)
        .map(({ at }) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone))
        .map((moment) =>
          dates[0]?.includes('T')
            ? `${moment.toPlainDateTime().toString({ smallestUnit: 'minute' })}${moment.offset}`
            : moment.toPlainDate().toString(),
        );
      assert.deepEqual([...found], dates);
    });
  }
  assert.equal(RECURRENCE_CASES.length, 61);

  /** Returns an RRULE of RFC 5545 as a rule of RFC 8984, whose `until` is by the wall clock. */
  function ruleOf(text: string, timeZone: string): RecurrenceRule {
    const part = new Map(text.split(';').map((each) => each.split('=') as [string, string]));
    const list = (name: string) => part.get(name)?.split(',');
    const number = (name: string) => (part.has(name) ? Number(part.get(name)) : undefined);
    const until = part.get('UNTIL');
    return {
      frequency: part.get('FREQ')?.toLowerCase() as RecurrenceRule['frequency'],
      interval: number('INTERVAL'),
      count: number('COUNT'),
      firstDayOfWeek: WEEKDAYS.find((day) => day === part.get('WKST')?.toLowerCase()),
      byDay: list('BYDAY')?.map((each) => ({
        day: each.slice(-2).toLowerCase() as NthWeekday['day'],
        nthOfPeriod: Number(each.slice(0, -2)) || undefined,
      })),
      byMonthDay: list('BYMONTHDAY')?.map(Number),
      byMonth: list('BYMONTH'),
      bySetPosition: list('BYSETPOS')?.map(Number),
      until:
        until &&
        Temporal.Instant.from(until).toZonedDateTimeISO(timeZone).toPlainDateTime().toString(),
    };
  }
});

describe('a recurrence', () => {
  test('has the last day in months without day 31, if the rule asks for it', () => {
    const rule = { frequency: 'monthly', skip: 'backward', count: 4 } as const;
    assert.deepEqual(daysOf(nine('2025-01-31', rule)), [
      '2025-01-31',
      '2025-02-28',
      '2025-03-31',
      '2025-04-30',
    ]);
  });

  test('that is read from a day on goes on as if it had been counted from its start', () => {
    fc.assert(
      fc.property(recurrences, fc.integer({ min: 0, max: 800 }), (recurrence, days) => {
        const from = dayAt(Date.parse(recurrence.start) + days * DAY_MS);
        const counted = occurrencesOf(recurrence).filter(({ day }) => day >= from);
        const read = occurrencesOf(recurrence, from);
        assert.deepEqual([...read.take(20)], [...counted.take(20)]);
      }),
    );
  });

  test('that is read from a day on has the dates that came to that day from earlier ones', () => {
    const fridays = { frequency: 'daily', byDay: [{ day: 'fr' }] } as const;
    // A holiday moves over a weekend.
    const days = new Set(['2025-12-26']);
    const moved = nine('2025-01-01', fridays, { rule: 'move', days });
    assert.equal(occurrencesOf(moved, '2025-12-29').next().value?.day, '2025-12-29');
    // Samoa went from 29 to 31 December.
    const skipped = { ...nine('2011-01-01', fridays), timeZone: 'Pacific/Apia' };
    assert.equal(occurrencesOf(skipped, '2011-12-31').next().value?.day, '2011-12-31');
  });

  test('of a century ago is read from today on at once', () => {
    const rule = { frequency: 'daily' } as const;
    const began = performance.now();
    assert.deepEqual(
      [...occurrencesOf(nine('1925-01-01', rule), '2025-06-01').take(2)].map(({ day }) => day),
      ['2025-06-01', '2025-06-02'],
    );
    // Counted from the start, these are 36,000 dates and some hundred milliseconds.
    assert.ok(performance.now() - began < 50);
  });

  test('without any date is refused before it is stored, after a bounded search', () => {
    const rules: readonly RecurrenceRule[] = [
      { frequency: 'yearly', byMonth: ['2'], byMonthDay: [30] },
      { frequency: 'monthly', byMonth: ['2'], byMonthDay: [30] },
      { frequency: 'yearly', interval: 1000, byMonth: ['2'], byMonthDay: [31] },
      { frequency: 'daily', interval: 7, byDay: [{ day: 'tu' }] },
      { frequency: 'daily', until: '2024-12-31T23:59:59' },
      { frequency: 'monthly', byDay: [{ day: 'mo' }], bySetPosition: [6] },
    ];
    for (const rule of rules) {
      assert.throws(() => checkRecurrence(nine('2025-01-01', rule)), {
        code: 'invalid-value',
        at: 'rule',
        extra: { reason: 'never-occurs' },
      });
    }
  });

  test('is told which member of its rule the others do not allow', () => {
    const rules: readonly (readonly [RecurrenceRule, string])[] = [
      [{ frequency: 'weekly', byMonthDay: [1] }, 'rule.byMonthDay'],
      [
        { frequency: 'weekly', byDay: [{ day: 'mo' }, { day: 'tu', nthOfPeriod: 2 }] },
        'rule.byDay[1].nthOfPeriod',
      ],
      [{ frequency: 'yearly', byDay: [{ day: 'mo' }] }, 'rule.byMonth'],
      [{ frequency: 'monthly', bySetPosition: [1] }, 'rule.bySetPosition'],
      [{ frequency: 'daily', count: 1, until: '2030-01-01T00:00:00' }, 'rule.count'],
    ];
    for (const [rule, at] of rules) {
      assert.throws(() => checkRecurrence(nine('2025-01-01', rule)), { code: 'invalid-value', at });
    }
  });
});

describe('the organisation is closed on holidays, and a date', () => {
  const days = new Set(['2025-12-24', '2025-12-25', '2025-12-26', '2025-12-31']);
  const everyDay = { frequency: 'daily', until: '2025-12-30T23:59:59' } as const;

  test('on one of them is left out', () => {
    assert.deepEqual(daysOf(nine('2025-12-23', everyDay, { rule: 'skip', days })), [
      '2025-12-23',
      '2025-12-27',
      '2025-12-28',
      '2025-12-29',
      '2025-12-30',
    ]);
  });

  test('moves to the next working day, in order, and once where there is one already', () => {
    // The Friday moves over the weekend, whose own dates come first.
    assert.deepEqual(daysOf(nine('2025-12-25', everyDay, { rule: 'move', days })), [
      '2025-12-27',
      '2025-12-28',
      '2025-12-29',
      '2025-12-30',
    ]);
    const fridays = { frequency: 'weekly', count: 2 } as const;
    assert.deepEqual(daysOf(nine('2025-12-26', fridays, { rule: 'move', days })), [
      '2025-12-29',
      '2026-01-02',
    ]);
  });

  test('behind the end of the rule is still made, if it moved there', () => {
    const once = { frequency: 'daily', until: '2025-12-26T09:00:00' } as const;
    assert.deepEqual(daysOf(nine('2025-12-26', once, { rule: 'move', days })), ['2025-12-29']);
  });

  test('on the last working day of a month stays in the month', () => {
    const rule: RecurrenceRule = {
      frequency: 'monthly',
      byDay: WEEKDAYS.slice(0, 5).map((day) => ({ day })),
      bySetPosition: [-1],
      count: 1,
    };
    for (const each of ['skip', 'move'] as const) {
      assert.deepEqual(daysOf(nine('2025-12-01', rule, { rule: each, days })), ['2025-12-30']);
    }
  });
});

describe('any rule', () => {
  test('has dates that rise strictly, in every time zone', () => {
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        const found = [...occurrencesOf(recurrence).take(150)];
        found.reduce((before, each) => {
          assert.ok(each.at > before.at && each.day > before.day);
          return each;
        });
      }),
    );
  });

  test('has the dates of ten years that a search through all their days finds', () => {
    fc.assert(
      fc.property(rules, starts, (rule, start) => {
        const last = dayAt(Date.parse(start) + 3652 * DAY_MS);
        const until = `${last}T23:59:59`;
        assert.deepEqual(daysOf(nine(start, { ...rule, until })), searchDays(rule, start, last));
      }),
      { numRuns: 60 },
    );
  });
});

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const starts = fc
  .integer({ min: Date.parse('1999-01-01') / DAY_MS, max: Date.parse('2031-12-31') / DAY_MS })
  .map((day) => dayAt(day * DAY_MS));

const some = <T>(each: fc.Arbitrary<T>, maxLength: number) =>
  fc.option(fc.uniqueArray(each, { minLength: 1, maxLength }), { nil: undefined });
const weekday = fc.constantFrom(...WEEKDAYS);
const nth = fc.constantFrom(undefined, undefined, 1, 2, 3, 4, 5, -1, -2);
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }));
const months = some(
  fc.integer({ min: 1, max: 12 }).map((month) => `${month}`),
  4,
);
const common = {
  interval: fc.constantFrom(undefined, 1, 2, 3, 7),
  byMonth: months,
};
const positions = some(fc.constantFrom(1, 2, 3, -1, -2), 2);

/** Rules that `checkRecurrence` takes, with or without a date. */
const rules: fc.Arbitrary<RecurrenceRule> = fc.oneof(
  fc.record({
    frequency: fc.constant('daily' as const),
    ...common,
    byDay: some(
      weekday.map((day) => ({ day })),
      4,
    ),
  }),
  fc.record({
    frequency: fc.constant('weekly' as const),
    ...common,
    firstDayOfWeek: fc.constantFrom(undefined, 'mo', 'su', 'sa'),
    byDay: some(
      weekday.map((day) => ({ day })),
      4,
    ),
  }),
  fc
    .record({
      frequency: fc.constantFrom('monthly' as const, 'yearly' as const),
      ...common,
      byDay: some(fc.record({ day: weekday, nthOfPeriod: nth }), 4),
      byMonthDay: some(monthDay, 6),
      bySetPosition: positions,
      skip: fc.constantFrom('omit' as const, 'backward' as const),
    })
    .map((rule): RecurrenceRule => {
      const hasDays = rule.byDay !== undefined || rule.byMonthDay !== undefined;
      const byMonth =
        rule.frequency === 'yearly' && rule.byDay ? (rule.byMonth ?? ['3']) : rule.byMonth;
      return { ...rule, byMonth, bySetPosition: hasDays ? rule.bySetPosition : undefined };
    }),
);

/** With holidays and clocks that change, and dates enough. */
const recurrences: fc.Arbitrary<Recurrence> = fc
  .record({
    rule: rules,
    start: starts,
    time: fc.constantFrom('00:00', '00:15', '02:30', '09:00', '23:45'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/Santiago', 'Pacific/Apia'),
    closed: fc.constantFrom(undefined, 'skip' as const, 'move' as const),
    offsets: fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 60 }),
  })
  .map(({ closed, offsets, ...rest }) => {
    const days = new Set(offsets.map((each) => dayAt(Date.parse(rest.start) + each * DAY_MS)));
    return { ...rest, holidays: closed && { rule: closed, days } };
  })
  .filter((recurrence) => occurrencesOf(recurrence).take(2).toArray().length === 2);

/** The same, asked of every single day, in plain arithmetic of UTC. */
function searchDays(rule: RecurrenceRule, start: string, last: string): readonly string[] {
  const begin = new Date(start);
  const found: string[] = [];
  // The period of the start may begin a year before it.
  const periods = new Map<number, string[]>();
  for (
    let ms = begin.getTime() - 366 * DAY_MS;
    ms <= Date.parse(last) + 366 * DAY_MS;
    ms += DAY_MS
  ) {
    const day = new Date(ms);
    const period = periodOf(rule, begin, day);
    if (period < 0 || period % (rule.interval ?? 1) !== 0 || !isNamed(rule, begin, day)) continue;
    periods.set(period, [...(periods.get(period) ?? []), dayAt(ms)]);
  }
  for (const [, days] of periods) {
    const wanted = rule.bySetPosition?.map((each) => (each > 0 ? each - 1 : days.length + each));
    found.push(...days.filter((_, i) => wanted === undefined || wanted.includes(i)));
  }
  return found.filter((day) => day >= start && day <= last);
}

function periodOf(rule: RecurrenceRule, begin: Date, day: Date): number {
  const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  switch (rule.frequency) {
    case 'daily':
      return (day.getTime() - begin.getTime()) / DAY_MS;
    case 'weekly': {
      const first = (WEEKDAYS.indexOf(rule.firstDayOfWeek ?? 'mo') + 1) % 7;
      const week = begin.getTime() - ((begin.getUTCDay() - first + 7) % 7) * DAY_MS;
      return Math.floor((day.getTime() - week) / (7 * DAY_MS));
    }
    case 'monthly':
      return months(day) - months(begin);
    case 'yearly':
      return day.getUTCFullYear() - begin.getUTCFullYear();
  }
}

function isNamed(rule: RecurrenceRule, begin: Date, day: Date): boolean {
  const date = day.getUTCDate();
  const length = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  const { byDay, byMonthDay, byMonth, frequency } = rule;
  const name = WEEKDAYS[(day.getUTCDay() + 6) % 7];
  const isOfMonths = frequency === 'monthly' || frequency === 'yearly';
  const wholeMonthDays = byMonthDay ?? (isOfMonths && !byDay ? [begin.getUTCDate()] : undefined);
  const isOfStart = frequency === 'yearly' && !byMonth && !byMonthDay && !byDay;
  if (isOfStart && day.getUTCMonth() !== begin.getUTCMonth()) return false;
  if (byMonth && !byMonth.includes(`${day.getUTCMonth() + 1}`)) return false;
  if (frequency === 'weekly' && !byDay && day.getUTCDay() !== begin.getUTCDay()) return false;
  const isMonthDay = (wanted: number) =>
    wanted > 0
      ? date === (rule.skip === 'backward' ? Math.min(wanted, length) : wanted)
      : date === length + 1 + wanted;
  if (wholeMonthDays && !wholeMonthDays.some(isMonthDay)) return false;
  const isWeekday = (each: NthWeekday) => {
    if (each.day !== name) return false;
    const nth = each.nthOfPeriod;
    if (nth === undefined) return true;
    // The nth of its kind: as many weeks before it in the month, or behind it, as the number says.
    const same = (weeks: number) => date + weeks * 7 >= 1 && date + weeks * 7 <= length;
    const step = nth > 0 ? -1 : 1;
    return same(step * (Math.abs(nth) - 1)) && !same(step * Math.abs(nth));
  };
  return !byDay || byDay.some(isWeekday);
}
