import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choiceOfDay, type ScheduleValues, scheduleOf } from './schedule-of.ts';

const VALUES: ScheduleValues = {
  frequency: 'monthly',
  interval: 2,
  weekdays: ['fr', 'mo'],
  dayOfMonth: 'day',
  start: '2026-12-15',
  time: '09:00',
  ends: 'never',
  until: '2027-12-31',
  count: 3,
  holidays: 'move',
};
const ruleOf = (values: Partial<ScheduleValues>) => scheduleOf({ ...VALUES, ...values })?.rule;

test('the fields of a schedule are sent as a rule', () => {
  const interval = 2;
  assert.deepEqual(ruleOf({ frequency: 'daily' }), { frequency: 'daily', interval });
  assert.deepEqual(ruleOf({ frequency: 'weekly', ends: 'count' }), {
    frequency: 'weekly',
    byDay: [{ day: 'mo' }, { day: 'fr' }],
    interval,
    count: 3,
  });
  assert.deepEqual(ruleOf({ frequency: 'yearly', ends: 'until' }), {
    frequency: 'yearly',
    skip: 'backward',
    interval,
    until: '2027-12-31T23:59:59',
  });
});

test('the day of the month is that of the start, its weekday, or the last one', () => {
  const day = (dayOfMonth: string, start = VALUES.start) => {
    const { frequency: _f, interval: _i, ...days } = Object(ruleOf({ dayOfMonth, start }));
    return days;
  };
  assert.deepEqual(day('day'), { byMonthDay: [15], skip: 'backward' });
  assert.deepEqual(day('nth'), { byDay: [{ day: 'tu', nthOfPeriod: 3 }] });
  assert.deepEqual(day('last', '2026-12-29'), { byDay: [{ day: 'tu', nthOfPeriod: -1 }] });
  assert.deepEqual(day('lastDay'), { byMonthDay: [-1] });
  assert.deepEqual(day('lastWorkingDay').bySetPosition, [-1]);
  // The 29th is a fifth Tuesday, which not every month has, and the 15th is no last one.
  assert.deepEqual(choiceOfDay({ start: '2026-12-29', dayOfMonth: 'nth' }), {
    offered: ['day', 'last', 'lastDay', 'lastWorkingDay'],
    chosen: 'day',
  });
  assert.deepEqual(day('last'), day('day'));
});

test('nothing is sent while a field is empty', () => {
  for (const empty of [
    { start: '' },
    { time: '' },
    { interval: '' },
    { frequency: 'weekly', weekdays: [] },
    { ends: 'until', until: '' },
    { ends: 'count', count: '' },
  ]) {
    assert.equal(scheduleOf({ ...VALUES, ...empty }), undefined);
  }
});
