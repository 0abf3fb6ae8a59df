// Numbers that the engine writes while people fill in are written as they are read afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model } from 'survey-core';
import 'survey-core/i18n/german';
import { withUnits } from './with-units.ts';

const DEFINITION = {
  elements: [
    { type: 'expression', name: 'half', expression: '15.5 / 2' },
    { type: 'expression', name: 'year', expression: '2000 + 26' },
    { type: 'expression', name: 'code', expression: "'007'" },
    { type: 'expression', name: 'way', expression: '1234.5', unit: 'km' },
    {
      type: 'matrixdynamic',
      name: 'parts',
      rowCount: 2,
      defaultValue: [{ weight: 7.3, year: 2026 }, { weight: 0.5 }],
      columns: [
        { name: 'weight', cellType: 'text', inputType: 'number', totalType: 'sum' },
        { name: 'year', cellType: 'text', inputType: 'number', totalType: 'max' },
        { name: 'double', cellType: 'expression', expression: '{row.weight} * 2' },
      ],
    },
  ],
};

function writtenIn(locale: string) {
  const model = new Model(withUnits({ ...DEFINITION, locale }));
  const written = (name: string) => model.getQuestionByName(name).displayValue;
  const parts = model.getQuestionByName('parts');
  const [weight, year] = parts['visibleTotalRow'].cells;
  return {
    ...{ half: written('half'), year: written('year'), code: written('code'), way: written('way') },
    totals: [weight.question.displayValue, year.question.displayValue],
    double: parts['visibleRows'][0].cells[2].question.displayValue,
  };
}

test('calculations and totals have the decimals of the language, and years are not grouped', () => {
  assert.deepEqual(writtenIn('de'), {
    ...{ half: '7,75', year: '2026', code: '007', way: '1.234,5\u00a0km' },
    totals: ['Summe: 7,8', 'Größter: 2026'],
    double: '14,6',
  });
  assert.deepEqual(writtenIn('en'), {
    ...{ half: '7.75', year: '2026', code: '007', way: '1,234.5\u00a0km' },
    totals: ['Sum: 7.8', 'Largest: 2026'],
    double: '14.6',
  });
});
