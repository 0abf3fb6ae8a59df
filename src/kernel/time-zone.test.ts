import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, isoIn, momentAt, startOfDay, startOfHour } from './time-zone.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

test('a time belongs to the day of its time zone', () => {
  assert.equal(dayIn(at('2026-11-25T23:30:00Z'), 'UTC'), '2026-11-25');
  assert.equal(dayIn(at('2026-11-25T23:30:00Z'), 'Europe/Berlin'), '2026-11-26');
  assert.equal(dayIn(at('2026-11-25T03:30:00Z'), 'America/New_York'), '2026-11-24');
});

test('a day begins at its own midnight, also where the clock changes that day, or at midnight itself', () => {
  const starts = {
    UTC: ['2026-11-26', '2026-11-26T00:00:00.000Z'],
    'Europe/Berlin': ['2026-03-29', '2026-03-28T23:00:00.000Z'],
    'America/New_York': ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    // The clock goes from 23:59:59 to 01:00.
    'America/Santiago': ['2026-09-06', '2026-09-06T04:00:00.000Z'],
    // It went back from midnight to 23:00, so the day before has two of these hours.
    'America/Havana': ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    'Asia/Kathmandu': ['2026-01-01', '2025-12-31T18:15:00.000Z'],
  } as const;
  for (const [zone, [day, expected]] of Object.entries(starts)) {
    assert.equal(iso(startOfDay(day, zone)), expected, zone);
    assert.equal(dayIn(startOfDay(day, zone), zone), day, zone);
    assert.notEqual(dayIn(startOfDay(day, zone) - 1, zone), day, zone);
  }
});

test('a time with its offset is the same time, and UTC stays as it is', () => {
  const time = at('2026-07-01T12:34:56.789Z');
  assert.equal(isoIn(time, 'UTC'), '2026-07-01T12:34:56.789Z');
  assert.equal(isoIn(time, 'Europe/Berlin'), '2026-07-01T14:34:56.789+02:00');
  assert.equal(isoIn(time, 'America/St_Johns'), '2026-07-01T10:04:56.789-02:30');
  assert.equal(Date.parse(isoIn(time, 'America/St_Johns')), time);
});

test('an hour of a day is found where the clock changes: the first of two, and the change in place of a skipped one', () => {
  const hours = [
    ['UTC', '2026-11-26', 8, '2026-11-26T08:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28', 8, '2026-03-28T07:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 8, '2026-03-29T06:00:00.000Z'],
    // The clock goes from 02:00 to 03:00.
    ['Europe/Berlin', '2026-03-29', 1, '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', 3, '2026-03-29T01:00:00.000Z'],
    // The clock goes from 03:00 back to 02:00.
    ['Europe/Berlin', '2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', 3, '2026-10-25T02:00:00.000Z'],
    ['America/Santiago', '2026-09-06', 0, '2026-09-06T04:00:00.000Z'],
    // Half an hour is skipped, from 02:00 to 02:30.
    ['Australia/Lord_Howe', '2026-10-04', 2, '2026-10-03T15:30:00.000Z'],
    ['Asia/Kathmandu', '2026-01-01', 23, '2026-01-01T17:15:00.000Z'],
  ] as const;
  for (const [zone, day, hour, expected] of hours) {
    assert.equal(iso(startOfHour(day, hour, zone)), expected, `${zone} ${day} ${hour}`);
  }
});

test('what a clock shows to the minute is a moment, and is shown again as it was typed', () => {
  for (const [clock, zone, expected] of [
    ['2026-07-01T12:30', 'Europe/Berlin', '2026-07-01T10:30:00.000Z'],
    ['2026-12-01T12:30', 'Europe/Berlin', '2026-12-01T11:30:00.000Z'],
    ['2026-07-01T00:15', 'Asia/Kolkata', '2026-06-30T18:45:00.000Z'],
  ] as const) {
    assert.equal(iso(momentAt(clock, zone)), expected);
    assert.equal(isoIn(momentAt(clock, zone), zone).slice(0, 16), clock);
  }
  // The clock skips this time.
  assert.equal(iso(momentAt('2026-03-29T02:30', 'Europe/Berlin')), '2026-03-29T01:00:00.000Z');
});
