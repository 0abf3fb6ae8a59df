import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatDateTime, parseMoment, printMoment } from './date-time.ts';

test('times go out with seven digits and a numeric offset', () => {
  assert.equal(formatDateTime(Date.UTC(2026, 0, 31, 9, 5)), '2026-01-31T09:05:00.0000000+00:00');
  assert.equal(formatDateTime(1_790_000_000_123), '2026-09-21T14:13:20.1230000+00:00');
});

const READ: readonly [string, number, number?][] = [
  ['2015-01-01', Date.UTC(2015, 0, 1)],
  ['2015-01-01T03:01', Date.UTC(2015, 0, 1, 3, 1)],
  ['2015-01-01T03:01:01', Date.UTC(2015, 0, 1, 3, 1, 1)],
  ['2015-01-01T03:01:01Z', Date.UTC(2015, 0, 1, 3, 1, 1)],
  ['2015-01-01t03:01:01z', Date.UTC(2015, 0, 1, 3, 1, 1)],
  ['2015-01-01T03:01:01+02:00', Date.UTC(2015, 0, 1, 1, 1, 1)],
  ['2015-01-01T03:01:01-0530', Date.UTC(2015, 0, 1, 8, 31, 1)],
  ['2015-01-01T03:01:01.5', Date.UTC(2015, 0, 1, 3, 1, 1, 500)],
  ['2015-01-01T03:01:01.1234567Z', Date.UTC(2015, 0, 1, 3, 1, 1, 123), 4567],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['0099-12-31', Date.parse('0099-12-31T00:00:00Z')],
];
for (const [text, ms, ticks = 0] of READ) {
  test(`${text} is read`, () => {
    assert.deepEqual(parseMoment(text), { ms, ticks });
  });
}

const REFUSED = [
  '',
  '2015',
  '2015-1-1',
  '2015-13-01',
  '2015-02-30',
  '2023-02-29',
  '2015-01-01T24:00:00',
  '2015-01-01T23:60',
  '2015-01-01T23:59:60',
  '2015-01-01T',
  '2015-01-01Z',
  '2015-01-01T03',
  '2015-01-01T03:01:01.12345678',
  '2015-01-01T03:01:01+14:01',
  '2015-01-01T03:01:01+02:60',
  '0000-01-01',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  "'2015-01-01'",
  '２０１５-01-01',
];
for (const text of REFUSED) {
  test(`${JSON.stringify(text)} is no date`, () => {
    assert.equal(parseMoment(text), undefined);
  });
}

test('every time that goes out is read back as the same moment', () => {
  const range = { min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') };
  fc.assert(
    fc.property(fc.integer(range), fc.nat(9999), (ms, ticks) => {
      assert.deepEqual(parseMoment(formatDateTime(ms)), { ms, ticks: 0 });
      assert.deepEqual(parseMoment(printMoment({ ms, ticks })), { ms, ticks });
    }),
  );
});
