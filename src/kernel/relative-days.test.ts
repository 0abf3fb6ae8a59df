import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RELATIVE_DAYS, spanOfDays } from './relative-days.ts';

test('words for days move on with the calendar, across the ends of months and years', () => {
  const spansOn = (today: string) =>
    Object.fromEntries(
      RELATIVE_DAYS.map((word) => {
        const { first, last } = spanOfDays(word, today);
        return [word, first === last ? first : `${first} – ${last}`];
      }),
    );
  // A Sunday, and the Monday after it.
  assert.deepEqual(spansOn('2028-03-05'), {
    today: '2028-03-05',
    yesterday: '2028-03-04',
    'this-week': '2028-02-28 – 2028-03-05',
    'last-week': '2028-02-21 – 2028-02-27',
    'this-month': '2028-03-01 – 2028-03-31',
    'last-month': '2028-02-01 – 2028-02-29',
  });
  assert.deepEqual(spansOn('2029-01-01'), {
    today: '2029-01-01',
    yesterday: '2028-12-31',
    'this-week': '2029-01-01 – 2029-01-07',
    'last-week': '2028-12-25 – 2028-12-31',
    'this-month': '2029-01-01 – 2029-01-31',
    'last-month': '2028-12-01 – 2028-12-31',
  });
});
