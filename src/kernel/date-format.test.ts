import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockIn, dateFormat } from './date-format.ts';

test('a formatter is made once for each language and style', () => {
  const style = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  const german = dateFormat('de', style);
  assert.equal(dateFormat('de', { ...style }), german);
  assert.equal(german.format(0), '01.01.1970');
  assert.equal(dateFormat('en', style).format(0), 'Jan 1, 1970');
  assert.equal(dateFormat('de', { ...style, timeZone: 'Asia/Tokyo' }).format(-1), '01.01.1970');
});

test('the clock of a time zone shows its own day, and midnight as hour 0', () => {
  const read = (iso: string, timeZone: string) => {
    const part = clockIn(Date.parse(iso), timeZone);
    return ['year', 'month', 'day', 'hour', 'minute', 'second'].map(part);
  };
  assert.deepEqual(read('2026-03-29T00:59:58Z', 'Europe/Berlin'), [2026, 3, 29, 1, 59, 58]);
  assert.deepEqual(read('2026-03-29T01:00:00Z', 'Europe/Berlin'), [2026, 3, 29, 3, 0, 0]);
  assert.deepEqual(read('2026-12-31T15:00:00Z', 'Asia/Tokyo'), [2027, 1, 1, 0, 0, 0]);
});
