import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchedule, type MailSchedule, nextMailAt } from './mail-schedule.ts';

const ZONE = 'Europe/Berlin';

/** @returns the next moments after a time */
function following(schedule: MailSchedule, after: string, count: number): readonly string[] {
  const found: number[] = [];
  for (let at = Date.parse(after); found.length < count; ) {
    at = nextMailAt(schedule, ZONE, at);
    found.push(at);
  }
  return found.map((at) => new Date(at).toISOString().slice(0, 16));
}

test('a daily mail comes at the same hour of the clock in summer and in winter, once on the days of the change', () => {
  assert.deepEqual(following({ every: 'day', hour: 8 }, '2026-03-27T07:00:00Z', 3), [
    '2026-03-28T07:00',
    '2026-03-29T06:00',
    '2026-03-30T06:00',
  ]);
  // 2:00 comes twice on 25 October, and not at all on 28 March.
  assert.deepEqual(following({ every: 'day', hour: 2 }, '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T00:00',
    '2026-10-26T01:00',
  ]);
  assert.deepEqual(following({ every: 'day', hour: 2 }, '2027-03-27T12:00:00Z', 2), [
    '2027-03-28T01:00',
    '2027-03-29T00:00',
  ]);
});

test('a weekly mail comes on its weekday, and later on the same day counts as this week', () => {
  // 26 November 2026 is a Thursday.
  assert.deepEqual(following({ every: 'week', on: 4, hour: 9 }, '2026-11-26T07:59:00Z', 2), [
    '2026-11-26T08:00',
    '2026-12-03T08:00',
  ]);
  assert.deepEqual(following({ every: 'week', on: 7, hour: 0 }, '2026-11-26T08:00:00Z', 1), [
    '2026-11-28T23:00',
  ]);
});

test('a monthly mail of the 31st comes on the last day of shorter months', () => {
  assert.deepEqual(following({ every: 'month', on: 31, hour: 12 }, '2028-01-30T00:00:00Z', 4), [
    '2028-01-31T11:00',
    '2028-02-29T11:00',
    '2028-03-31T10:00',
    '2028-04-30T10:00',
  ]);
});

test('a day that the rhythm does not have is refused at its place', () => {
  const wrong: readonly MailSchedule[] = [
    { every: 'day', on: 1, hour: 8 },
    { every: 'week', hour: 8 },
    { every: 'week', on: 8, hour: 8 },
    { every: 'month', on: 32, hour: 8 },
    { every: 'month', on: 0, hour: 8 },
  ];
  for (const schedule of wrong) {
    assert.throws(() => checkSchedule(schedule), { code: 'invalid-value', at: 'on' });
  }
  assert.deepEqual(checkSchedule({ every: 'month', on: 31, hour: 0 }).on, 31);
});
