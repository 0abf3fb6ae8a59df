import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#kernel/errors.ts';
import { type FilterOperator, type FormFilter, printFilter } from './filter.ts';
import { MAX_COMPARISONS, MAX_FILTER_DEPTH, parseFilter } from './parse-filter.ts';

const DAY = { ms: Date.UTC(2015, 0, 1), ticks: 0 };
const compare = (operator: FilterOperator, value = DAY): FormFilter => ({
  kind: 'compare',
  field: 'lastUpdateDate',
  operator,
  value,
});

function refused(text: string): AppError {
  try {
    parseFilter(text);
  } catch (error) {
    assert.ok(error instanceof AppError, `${error}`);
    assert.equal(error.code, 'invalid-parameter');
    assert.equal(error.at, 'filter');
    return error;
  }
  return assert.fail(`accepted: ${text.slice(0, 100)}`);
}

test('both spellings of the field, in any letter case, mean the same', () => {
  for (const field of ['lastupdateddate', 'lastUpdateDate', 'LASTUPDATEDATE', 'LastUpdatedDate']) {
    assert.deepEqual(parseFilter(`${field} gt 2015-01-01`), compare('gt'));
  }
});

test('and binds tighter than or, parentheses tighter than both', () => {
  const [a, b, c] = ['a eq', 'b', 'c'].map(() => 'lastUpdateDate eq 2015-01-01');
  const one = compare('eq');
  assert.deepEqual(parseFilter(`${a} or ${b} and ${c}`), {
    kind: 'or',
    filters: [one, { kind: 'and', filters: [one, one] }],
  });
  assert.deepEqual(parseFilter(`(${a} or ${b}) and ${c}`), {
    kind: 'and',
    filters: [{ kind: 'or', filters: [one, one] }, one],
  });
  assert.deepEqual(parseFilter(`((${a}))`), one);
  assert.deepEqual(parseFilter(`  (${a})and(${b})  `), { kind: 'and', filters: [one, one] });
});

test('an offset whose plus sign became a space in the URL still counts', () => {
  const value = { ms: Date.UTC(2015, 0, 1, 1), ticks: 0 };
  const expected = { kind: 'and', filters: [compare('gt', value), compare('lt')] };
  const text =
    'lastupdateddate gt 2015-01-01T03:00:00.0000000 02:00 and lastupdateddate lt 2015-01-01';
  assert.deepEqual(parseFilter(text), expected);
});

const FAULTS: readonly [string, RegExp][] = [
  ['', /position 1: expected the field lastUpdateDate or createdDate, found the end/],
  ['   ', /position 4: .* found the end/],
  [
    'name eq 2015-01-01',
    /position 1: expected the field lastUpdateDate or createdDate, found "name"/,
  ],
  ['lastUpdateDate', /position 15: expected an operator .* found the end/],
  [
    'lastUpdateDate GT 2015-01-01',
    /position 16: expected an operator in lower case: .* found "GT"/,
  ],
  ['lastUpdateDate is 2015-01-01', /position 16: .* found "is"/],
  ['lastUpdateDate gt', /position 18: expected a date .* found the end/],
  ["lastUpdateDate gt '2015-01-01'", /position 19: expected a date without quotes/],
  ['lastUpdateDate gt 2015-02-30', /position 19: expected a date/],
  ['lastUpdateDate gt 2015-01-01 02:00', /position 30: expected and or or, found "02:00"/],
  ['lastUpdateDate gt 2015-01-01 AND', /position 30: expected and or or, found "AND"/],
  ['lastUpdateDate gt 2015-01-01 and', /position 33: expected the field/],
  ['(lastUpdateDate gt 2015-01-01', /position 30: expected and, or or "\)", found the end/],
  ['lastUpdateDate gt 2015-01-01)', /position 29: expected no "\)" here/],
  ['not (lastUpdateDate gt 2015-01-01)', /position 1: expected the field .* found "not"/],
  ['()', /position 2: expected the field/],
  ['__proto__ eq 2015-01-01', /position 1/],
  [`lastUpdateDate gt ${'9'.repeat(100)}`, /found "9{39}…"/],
];
for (const [text, message] of FAULTS) {
  test(`the filter ${JSON.stringify(text.slice(0, 40))} is a 400 that shows where`, () => {
    assert.match(refused(text).detail, message);
  });
}

test('a filter of 10 kB is refused for its length', () => {});

test('parentheses nest only so deep', () => {
  const nested = (depth: number) =>
    `${'('.repeat(depth)}lastUpdateDate gt 2015-01-01${')'.repeat(depth)}`;
  assert.deepEqual(parseFilter(nested(MAX_FILTER_DEPTH)), compare('gt'));
  assert.match(refused(nested(MAX_FILTER_DEPTH + 1)).detail, /position 21: expected at most 20/);
  assert.match(refused(nested(900)).detail, /position 21: expected at most 20/);
});

test('there may be only so many comparisons', () => {
  const joined = (count: number) =>
    Array.from({ length: count }, () => 'lastupdatedate ne 0001-01-01').join(' or ');
  assert.equal(parseFilter(joined(MAX_COMPARISONS)).kind, 'or');
  assert.match(refused(joined(MAX_COMPARISONS + 1)).detail, /expected at most 50 comparisons/);
});

const plain = { noNullPrototype: true } as const;
const moment = fc.record(
  {
    ms: fc.integer({ min: Date.parse('0001-01-01'), max: Date.parse('9999-12-31') }),
    ticks: fc.oneof(fc.constant(0), fc.nat(9999)),
  },
  plain,
);
const comparison = fc
  .record({ operator: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'), value: moment }, plain)
  .map(({ operator, value }) => compare(operator, value));
const { tree } = fc.letrec<{ tree: FormFilter }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc.record(
      {
        kind: fc.constantFrom('and', 'or'),
        filters: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      },
      plain,
    ),
  ),
}));

test('what is printed parses to the same filter', () => {
  fc.assert(
    fc.property(tree, (filter) => {
      const text = printFilter(filter);
      fc.pre(text.length <= 2000 && (text.match(/lastUpdateDate/g) ?? []).length <= 50);
      assert.deepEqual(parseFilter(text), filter);
    }),
  );
});

test('no text makes the parser throw anything but a 400', () => {
  const word = fc.constantFrom(
    ...'lastUpdateDate lastupdateddate eq gt le and or not ( ) 2015-01-01 2015-01-01T03:01:01 02:00 +02:00 \' " , \t \n 1 \u{1f600}'.split(
      ' ',
    ),
  );
  const words = fc.array(word, { maxLength: 30 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ unit: 'binary' })), (text) => {
      try {
        parseFilter(text);
      } catch (error) {
        assert.ok(error instanceof AppError && error.status === 400);
      }
    }),
    { numRuns: process.env['TEST_ENGINES'] === 'one' ? 125 : 500 },
  );
});
