import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBackupDue } from './is-due.ts';

const at = (text: string): number => Date.parse(`2026-11-${text}Z`);

test('a backup at an hour is due once a day, and one that was missed is due at the next start', () => {
  const schedule = { minute: 2 * 60 + 30 };
  const cases: readonly [string, string, boolean][] = [
    ['20T02:30:05', '20T12:00:00', false],
    ['20T02:30:05', '21T02:29:59', false],
    ['20T02:30:05', '21T02:30:00', true],
    ['20T02:30:05', '24T01:00:00', true],
    ['20T02:29:00', '20T02:31:00', true],
    ['20T12:00:00', '20T02:31:00', true],
  ];
  for (const [last, now, due] of cases) {
    assert.equal(isBackupDue(schedule, at(last), at(now)), due, `${last} ${now}`);
  }
  assert.equal(isBackupDue(schedule, undefined, at('20T00:00:00')), true);
});

test('a backup every so many hours is due that long after the last one', () => {
  const last = at('20T02:00:00');
  assert.equal(isBackupDue({ hours: 6 }, last, at('20T07:59:59')), false);
  assert.equal(isBackupDue({ hours: 6 }, last, at('20T08:00:00')), true);
});
