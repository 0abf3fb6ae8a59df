import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coordinatesText } from '#questionnaires/reading/structured-text.ts';
import { readCoordinates } from './read-coordinates.ts';

const READ: readonly (readonly [string, number, number])[] = [
  ['47.3769, 8.5417', 47.3769, 8.5417],
  ['47.3769,8.5417', 47.3769, 8.5417],
  [' 47.3769  8.5417 ', 47.3769, 8.5417],
  ['47,3769 8,5417', 47.3769, 8.5417],
  ['47,3769; 8,5417', 47.3769, 8.5417],
  ['47,3769, 8,5417', 47.3769, 8.5417],
  ['47,3769,8,5417', 47.3769, 8.5417],
  ['(47.3769, 8.5417)', 47.3769, 8.5417],
  ['-33.8568, 151.2153', -33.8568, 151.2153],
  ['−33.8568, 151.2153', -33.8568, 151.2153],
  ['47, 8', 47, 8],
  ['0 0', 0, 0],
  ['geo:47.3769,8.5417', 47.3769, 8.5417],
  ['geo:47.3769,8.5417?z=16', 47.3769, 8.5417],
  ['47.3769 N, 8.5417 E', 47.3769, 8.5417],
  ['N 47.3769 E 8.5417', 47.3769, 8.5417],
  ['8.5417° O 47.3769° N', 47.3769, 8.5417],
  ['33.8568°S, 151.2153°E', -33.8568, 151.2153],
  [`47°22'36.84"N 8°32'30.12"E`, 47.3769, 8.5417],
  [`47° 22′ 36,84″ N, 8° 32′ 30,12″ O`, 47.3769, 8.5417],
  [`51° 30.5' N 0° 7.5' W`, 51.5083333, -0.125],
  ['47.37690004999, 8.5417', 47.3769, 8.5417],
];

const UNREAD = [
  '',
  '47.3769',
  '47,8',
  '47.3769,',
  '47.3769, x',
  'Bahnhofstrasse 1',
  '91, 8',
  '47, 181',
  `47°61'0"N 8°32'30"E`,
  '47 N 8 N',
  '-47 N, 8 E',
  '47, 8, 9',
  '1e1, 2',
  'NaN, 0',
];

for (const [text, lat, lon] of READ) {
  test(`${text} is read as a position`, () => {
    assert.deepEqual(readCoordinates(text), { lat, lon });
  });
}

for (const text of UNREAD) {
  test(`"${text}" is no position`, () => assert.equal(readCoordinates(text), undefined));
}

test('every position is read as what is shown for it', () => {
  const degrees = (most: number) =>
    fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((each) => each / 1e7 + 0);
  fc.assert(
    fc.property(degrees(90), degrees(180), (lat, lon) => {
      assert.deepEqual(readCoordinates(coordinatesText({ lat, lon })), { lat, lon });
    }),
  );
});

test('a long text is read at once, whatever is in it', () => {
  for (const part of ['4', ' ', "47°1'", 'N ', ',;'])
    assert.equal(readCoordinates(part.repeat(20_000)), undefined);
});
