// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswers } from '#questionnaires/engine/run-model.ts';
import { hasCircle } from './circles.ts';

/** Each way in which the entries or rows `b` can depend on `a`, which is shown by what they hold. */
const DEPENDING = {
  visibleIf: { type: 'paneldynamic', visibleIf: '{a} notempty' },
  templateVisibleIf: { type: 'paneldynamic', templateVisibleIf: '{a} notempty' },
  panelCountExpression: { type: 'paneldynamic', panelCountExpression: '{a}' },
  totalExpression: {
    type: 'matrixdynamic',
    columns: [{ name: 'c', cellType: 'text', totalExpression: '{a} + 1' }],
  },
  expression: { type: 'expression', expression: '{a} + 1' },
  defaultValueExpression: { type: 'text', defaultValueExpression: '{a} + 1' },
  choicesVisibleIf: { type: 'checkbox', choices: ['x'], choicesVisibleIf: '{a} notempty' },
} as const;

const templateElements = [{ type: 'text', name: 'c' }];
const formOf = (b: object, visibleIf: string) => ({
  elements: [
    { type: 'text', name: 'a', visibleIf },
    { name: 'b', ...b, ...('panelCountExpression' in b ? { templateElements } : {}) },
  ],
});

for (const [property, b] of Object.entries(DEPENDING)) {
  test(`a circle by ${property} is found, and answers are the same however they came in`, () => {
    assert.equal(hasCircle(formOf(b, '{b} empty')), true);
    assert.equal(hasCircle(formOf(b, '{b[0].c} empty')), true);
    assert.equal(hasCircle(formOf(b, '{other} empty')), false);
    const answered = (answers: Readonly<Record<string, unknown>>) => {
      const draft = JSON.parse(JSON.stringify(answers));
      const setting = { locale: undefined, now: 0, timeZone: 'UTC' };
      const { hidden, answers: stored } = checkAnswers(formOf(b, '{b} empty'), draft, setting);
      return { hidden, stored };
    };
    const entries = 'type' in b && /dynamic/.test(b.type) ? [{ c: 'y' }] : ['x'];
    const value = b.type === 'text' ? 'y' : entries;
    assert.deepEqual(answered({ a: '2', b: value }), answered({ b: value, a: '2' }));
  });
}
