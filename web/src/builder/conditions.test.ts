import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ConditionRunner } from 'survey-core';
import {
  type ConditionRow,
  type Conditions,
  compile,
  needsValue,
  OPERATORS,
  parse,
} from './conditions.ts';

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\\')),
  fc.integer(),
  fc.boolean(),
);
const row: fc.Arbitrary<ConditionRow> = fc
  .record({
    field: fc.constantFrom('site', 'panel.kind', 'Größe der Tür'),
    operator: fc.constantFrom(...OPERATORS),
    value,
    several: fc.array(fc.uuid(), { maxLength: 3 }),
  })
  .map(({ value: one, several, ...rest }) => ({
    ...rest,
    ...(needsValue(rest.operator) && { value: rest.operator === 'anyOf' ? several : one }),
  }));
const conditions: fc.Arbitrary<Conditions> = fc
  .record({
    mode: fc.constantFrom('all' as const, 'any' as const),
    rows: fc.array(row, { minLength: 1, maxLength: 4 }),
  })
  .map(({ mode, rows }) => ({ mode: rows.length > 1 ? mode : 'all', rows }));

test('rows come back from their expression as they were', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      const expression = compile(given);
      assert.ok(expression !== undefined);
      assert.deepEqual(parse(expression), given);
    }),
  );
});

test('the engine understands every expression that rows compile to', () => {
  fc.assert(
    fc.property(conditions, (given) => {
      assert.ok(new ConditionRunner(compile(given) ?? '').canRun());
    }),
  );
});

test('the engine finds a text equal to itself, whatever quotes are in it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', "'", '"', ' ', '{', '}', 'ß') }),
      (inner) => {
        // The engine would strip quotes at both ends of the text.
        const text = `a${inner}b`;
        const rows = [{ field: 'site', operator: 'equal', value: text } as const];
        const runner = new ConditionRunner(compile({ mode: 'all', rows }) ?? '');
        assert.equal(runner.runValues({ site: text }), true);
      },
    ),
  );
});

test('what other editors write is shown as rows too', () => {
  assert.deepEqual(parse('{a} == "x" AND {b} != 5 && {c} notempty'), {
    mode: 'all',
    rows: [
      { field: 'a', operator: 'equal', value: 'x' },
      { field: 'b', operator: 'notEqual', value: 5 },
      { field: 'c', operator: 'notEmpty' },
    ],
  });
});

for (const expression of [
  '{a} = 1 and {b} = 2 or {c} = 3',
  '({a} = 1)',
  'age({born}) > 17',
  '{a} = {b}',
  "{a} allof ['x']",
  "{a} = 'open",
  '{a}',
  '',
]) {
  test(`an expression that no rows can show stays a text: ${expression || '(empty)'}`, () => {
    assert.equal(parse(expression), undefined);
  });
}

test('reading any text as a condition ends', () => {
  fc.assert(fc.property(fc.string(), (text) => void parse(text)));
  fc.assert(fc.property(fc.string(), (text) => void parse(`{a} = '${text}`)));
});
