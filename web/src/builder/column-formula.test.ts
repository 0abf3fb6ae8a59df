// What the editor of columns chooses, as the engine calculates it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createFormEngines } from '#questionnaires/engine/form-engine.ts';
import { OPERATIONS, operandsOf, parseFormula, totalsFor, writeFormula } from './column-formula.ts';
import { asColumnKind } from './kinds.ts';

const engines = createFormEngines();
after(() => engines.close());

const name = fc.constantFrom('a', 'Unit price', 'b-2', 'Länge (m)');
const PLAIN = { noNullPrototype: true };
const formula = fc.record(
  {
    left: name,
    operation: fc.constantFrom(...OPERATIONS),
    right: fc.oneof(
      fc.record({ column: name }, PLAIN),
      fc.record({ number: fc.integer({ min: -1e9, max: 1e9 }).map((each) => each / 1000) }, PLAIN),
    ),
  },
  PLAIN,
);

test('every choice is written so that it is read again as it was chosen', () => {
  fc.assert(
    fc.property(formula, (chosen) => {
      assert.deepEqual(parseFormula(writeFormula(chosen)), chosen);
    }),
  );
  for (const other of ['{row.a}', '{row.a} * {row.b} * 2', '{a} * 2', 'iif({row.a} > 1, 2, 3)']) {
    assert.equal(parseFormula(other), undefined, other);
  }
});

test('the engine calculates what was chosen, a negative number and a tiny one too', async () => {
  const expected = { '*': [-5, 5e-7], '/': [-5, 5e7], '+': [4, 5.0000001], '-': [6, 4.9999999] };
  for (const operation of OPERATIONS) {
    const columns = [-1, 1e-7].map((number, i) => ({
      name: `x${i}`,
      cellType: 'expression',
      expression: writeFormula({ left: 'n', operation, right: { number } }),
    }));
    const table = { type: 'matrixdynamic', name: 't', columns };
    const definition = {
      elements: [{ ...table, columns: [{ name: 'n', cellType: 'text' }, ...columns] }],
    };
    const { answers } = await engines.of('acme').check(definition, { t: [{ n: 5 }] });
    const [x0, x1] = expected[operation];
    assert.deepEqual(answers, { t: [{ n: 5, x0, x1 }] });
  }
});

test('a column is not offered what is calculated from it, and no text', () => {
  const made = (column: string, kind: 'number' | 'text' | 'expression', expression?: string) => ({
    ...asColumnKind({ name: column }, kind),
    ...(expression !== undefined && { expression }),
  });
  const columns = [
    made('n', 'number'),
    made('a', 'expression'),
    made('b', 'expression', '{row.a} * 2'),
    made('c', 'expression', '{ROW.B} + {row.n}'),
    made('t', 'text'),
  ];
  const offered = (index: number) => operandsOf(columns, index).map((each) => each['name']);
  assert.deepEqual(offered(1), ['n']);
  assert.deepEqual(offered(2), ['n', 'a']);
  assert.deepEqual(totalsFor(columns[4] ?? {}), ['count']);
});
