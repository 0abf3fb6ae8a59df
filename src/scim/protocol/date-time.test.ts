import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDateTime } from './date-time.ts';

test('an instant is the same in every offset, to the millisecond', () => {
  for (const [text, utc] of [
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20T12:00:00+02:00', '2026-11-20T10:00:00.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2025-12-31T20:30:00-03:30', '2026-01-01T00:00:00.000Z'],
    ['2011-05-13T04:42:34.123456Z', '2011-05-13T04:42:34.123Z'],
    ['2011-05-13T04:42:34.5', '2011-05-13T04:42:34.500Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ] as const) {
    assert.equal(parseDateTime(text), utc, text);
  }
});

test('what is not a date with a time is not read', () => {
  for (const text of [
    '',
    '2026-11-20',
    '10:00:00',
    '2026-11-20 10:00:00Z',
    '2026-11-20T10:00Z',
    '2026-11-20T10:00:00z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-20T10:00:00+15:00',
    '2026-11-20T10:00:00.Z',
    '12026-11-20T10:00:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ]) {
    assert.equal(parseDateTime(text), undefined, text);
  }
});

test('every instant that JavaScript prints is read as itself', () => {
  const options = { noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') };
  fc.assert(
    fc.property(fc.date(options), (date) => {
      assert.equal(parseDateTime(date.toISOString()), date.toISOString());
    }),
  );
});
