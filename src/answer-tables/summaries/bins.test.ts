import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { histogramOf, timelineOf, unitOf } from './bins.ts';
import { MAX_BINS } from './summary.shapes.ts';

const covers = (ranges: readonly { from: number; below: number }[], min: number, max: number) => {
  assert.ok(ranges.length > 0 && ranges.length <= 130, `${ranges.length}`);
  assert.ok((ranges[0]?.from ?? Number.NaN) <= min, `${min} in ${JSON.stringify(ranges[0])}`);
  assert.ok(
    (ranges.at(-1)?.below ?? Number.NaN) > max,
    `${max} in ${JSON.stringify(ranges.at(-1))}`,
  );
  for (const [i, { from, below }] of ranges.entries()) {
    assert.ok(below > from, `${from} to ${below}`);
    if (i > 0) assert.equal(from, ranges[i - 1]?.below);
  }
};

test('a histogram covers all numbers in at most 20 ranges, whatever their size', () => {
  const ends = [
    -1e300, -1e15, -7.3, -0.1, 0, 1e-9, 0.1, 0.3, 1, 4, 19, 20, 21, 1234.5, 1e15, 1e300,
  ];
  for (const min of ends) {
    for (const max of ends.filter((each) => each >= min)) {
      const ranges = histogramOf(min, max, 0);
      covers(ranges, min, max);
      assert.ok(ranges.length <= MAX_BINS);
    }
  }
});

test('whole numbers that lie close together have a range each, and fractions round edges', () => {
  assert.deepEqual(
    histogramOf(1, 5, 1).map(({ from }) => from),
    [1, 2, 3, 4, 5],
  );
  assert.deepEqual(histogramOf(7, 7, 1), [{ from: 7, below: 8 }]);
  const edges = histogramOf(0, 1, 0).map(({ from }) => from);
  assert.deepEqual(edges.slice(0, 4), [0, 0.1, 0.2, 0.3]);
});

test('numbers that are entered in steps leave no range empty that could hold one', () => {
  const hours = [7.5, 8, 8.5, 9, 9.5, 10];
  assert.deepEqual(
    histogramOf(7.5, 10, unitOf(hours)).map(({ from }) => from),
    hours,
  );
  const unit = fc.constantFrom(1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01);
  const run = fc.tuple(
    unit,
    fc.integer({ min: -5000, max: 5000 }),
    fc.integer({ min: 1, max: 900 }),
  );
  fc.assert(
    fc.property(run, ([step, first, length]) => {
      const numbers = Array.from({ length }, (_, i) => Number(((first + i) * step).toFixed(2)));
      const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
      const ranges = histogramOf(min, max, unitOf(numbers));
      covers(ranges, min, max);
      assert.ok(ranges.length <= MAX_BINS);
      const held = ranges.map(
        ({ from, below }) => numbers.filter((each) => each >= from && each < below).length,
      );
      // All ranges between the first and the last hold as many numbers as their width has.
      assert.equal(new Set(held.slice(1, -1)).size, Math.min(1, Math.max(0, held.length - 2)));
      assert.ok(
        held.every((count) => count > 0),
        JSON.stringify({ numbers, ranges }),
      );
    }),
  );
});

test('dates lie in days, weeks from Monday, months or longer, by how far they reach', () => {
  const cases = [
    ['2026-02-28', '2026-03-02', 'day', ['2026-02-28', '2026-03-01', '2026-03-02']],
    ['2026-01-01', '2026-04-01', 'week', ['2025-12-29']],
    ['1969-12-25', '1970-04-01', 'week', ['1969-12-22']],
    ['2025-01-31', '2026-12-01', 'month', ['2025-01-01', '2025-02-01']],
    ['1999-05-05', '2026-12-01', 'year', ['1999-01-01']],
    ['1655-05-05', '2026-12-01', 'decade', ['1650-01-01']],
    ['0001-01-01', '9999-12-31', 'century', ['0000-01-01', '0100-01-01']],
  ] as const;
  for (const [first, last, wanted, starts] of cases) {
    const [min, max] = [Date.parse(first), Date.parse(last)];
    const { unit, ranges } = timelineOf(min, max);
    assert.equal(unit, wanted);
    covers(ranges, min, max);
    const days = ranges.map(({ from }) => new Date(from).toISOString().slice(0, 10));
    assert.deepEqual(days.slice(0, starts.length), starts);
  }
});
