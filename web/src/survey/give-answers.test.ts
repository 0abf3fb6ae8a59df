import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SurveyModel } from 'survey-core';
import { patchEngine } from '#questionnaires/engine/patch-engine.ts';
import { giveAnswers } from './give-answers.ts';

patchEngine();

const price = { type: 'text', inputType: 'number', name: 'price' };
const total = {
  ...{ type: 'text', inputType: 'number', name: 'total' },
  defaultValueExpression: '{price} * 2',
};

function opened(elements: readonly object[], answers: Record<string, unknown>): SurveyModel {
  const model = new SurveyModel({ elements });
  giveAnswers(model, answers);
  return model;
}

test('an answer stays when a form is opened whose default value would be another by now', () => {
  const columns = [{ cellType: 'expression', name: 'one', expression: '1' }];
  const parts = { type: 'matrixdynamic', name: 'parts', rowCount: 0, columns };
  const count = { ...total, defaultValueExpression: "countInArray({parts}, 'one')" };
  const model = opened([parts, count], { total: 0, parts: [{}] });
  assert.equal(model.getValue('total'), 0);
});

test('an answer stays when its default value can no longer be calculated', () => {
  const label = { type: 'expression', name: 'label', expression: "{nothing} + 'x'" };
  const next = { ...total, defaultValueExpression: '{label} + 1' };
  assert.equal(opened([label, next], { total: 1 }).getValue('total'), 1);
});

test('a default value that nobody changed goes on to follow the answers it is made of', () => {
  const model = opened([price, total], { price: 2, total: 4 });
  model.setValue('price', 3);
  assert.equal(model.getValue('total'), 6);
});

test('what was not answered gets its default value once it can be calculated', () => {
  const model = opened([price, total], { other: 'x' });
  model.setValue('price', 3);
  assert.equal(model.getValue('total'), 6);
});
