import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayIn, momentAt } from '#kernel/time-zone.ts';
import { DUE_GROUPS, dueGroups } from './due-groups.ts';

/** @param now and the due date: what the clock shows there, as YYYY-MM-DDTHH:MM */
const groupOf = (zone: string, now: string, due: string) =>
  dueGroups(momentAt(now, zone), zone)({ status: 'draft', dueAt: momentAt(due, zone) });

const CASES = [
  // Late from the very moment on.
  ['Europe/Zurich', '2026-11-25T17:00', '2026-11-25T17:00', 'late'],
  ['Europe/Zurich', '2026-11-25T16:59', '2026-11-25T17:00', 'today'],
  ['Europe/Zurich', '2026-11-26T00:01', '2026-11-25T23:59', 'late'],
  // Around midnight: what is due as the next day begins is due then.
  ['Europe/Zurich', '2026-11-25T23:58', '2026-11-25T23:59', 'today'],
  ['Europe/Zurich', '2026-11-25T23:58', '2026-11-26T00:00', 'week'],
  // A week ends on Sunday, wherever the organisation is.
  ['Europe/Zurich', '2026-11-23T00:00', '2026-11-29T23:59', 'week'],
  ['Europe/Zurich', '2026-11-23T00:00', '2026-11-30T00:00', 'later'],
  ['America/New_York', '2026-11-28T12:00', '2026-11-29T23:59', 'week'],
  ['America/New_York', '2026-11-29T12:00', '2026-11-29T23:59', 'today'],
  ['America/New_York', '2026-11-29T12:00', '2026-11-30T00:00', 'later'],
  // Across the end of a year, and of a February.
  ['UTC', '2026-12-31T12:00', '2027-01-03T23:59', 'week'],
  ['UTC', '2026-12-31T12:00', '2027-01-04T00:00', 'later'],
  ['UTC', '2028-02-28T12:00', '2028-02-29T00:00', 'week'],
  // Days of 23 and of 25 hours.
  ['Europe/Zurich', '2026-03-29T01:59', '2026-03-29T23:59', 'today'],
  ['Europe/Zurich', '2026-03-28T23:59', '2026-03-29T23:59', 'week'],
  ['Europe/Zurich', '2026-03-29T12:00', '2026-03-30T00:00', 'later'],
  ['Europe/Zurich', '2026-10-25T00:00', '2026-10-25T23:59', 'today'],
  ['Europe/Zurich', '2026-10-25T00:00', '2026-10-26T00:00', 'later'],
  // Midnight is skipped: the day begins at one o'clock.
  ['America/Santiago', '2026-09-05T23:59', '2026-09-06T01:00', 'week'],
  ['America/Santiago', '2026-09-05T12:00', '2026-09-05T23:59', 'today'],
  // 30 December 2011 is missing in Samoa.
  ['Pacific/Apia', '2011-12-29T12:00', '2011-12-31T00:00', 'week'],
  ['Pacific/Apia', '2011-12-29T12:00', '2011-12-29T23:59', 'today'],
] as const;

for (const [zone, now, due, group] of CASES) {
  test(`at ${now} in ${zone}, what is due at ${due} is ${group}`, () => {
    assert.equal(groupOf(zone, now, due), group);
  });
}

test('the same moment is today in one zone and this week in another', () => {
  const now = Date.parse('2026-11-25T20:00:00Z');
  const work = { status: 'draft', dueAt: Date.parse('2026-11-26T03:00:00Z') } as const;
  assert.equal(dueGroups(now, 'Europe/Zurich')(work), 'week');
  assert.equal(dueGroups(now, 'America/New_York')(work), 'today');
});

test('what is complete is done, however late it was, and what is never due has a group of its own', () => {
  const group = dueGroups(1000, 'UTC');
  assert.equal(group({ status: 'complete', dueAt: 1 }), 'done');
  assert.equal(group({ status: 'draft', dueAt: undefined }), 'undated');
});

test('whatever the zone and the moment, a later due date is never in an earlier group', () => {
  const zones = ['Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
  const at = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const rank = (zone: string, now: number, dueAt: number) =>
    DUE_GROUPS.indexOf(dueGroups(now, zone)({ status: 'draft', dueAt }));
  fc.assert(
    fc.property(fc.constantFrom(...zones), at, at, at, (zone, now, one, other) => {
      const [first, last] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(rank(zone, now, first) <= rank(zone, now, last));
      const isToday = dayIn(first, zone) === dayIn(now, zone) && first > now;
      assert.equal(rank(zone, now, first) === 1, isToday);
    }),
    { numRuns: 300 },
  );
});
