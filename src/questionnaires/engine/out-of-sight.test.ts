// Calculations that nobody sees while filling in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SurveyModel } from 'survey-core';
import type { JsonObject } from '#kernel/json.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { patchEngine } from './patch-engine.ts';
import { checkAnswers, findFacts } from './run-model.ts';

const SETTING = { locale: undefined, now: 0, timeZone: 'UTC' };
const complete = (definition: JsonObject, answers: JsonObject) =>
  checkWhole(
    { check: async (...given) => checkAnswers(given[0], given[1], SETTING) },
    definition,
    answers,
    {},
  );

const SCORE: JsonObject = {
  type: 'expression',
  name: 'score',
  expression: '{points} * 2',
  hideWhileFilling: true,
};
const DEFINITION: JsonObject = {
  pages: [
    { name: 'a', elements: [{ type: 'text', name: 'points', inputType: 'number' }] },
    { name: 'b', elements: [SCORE] },
    {
      name: 'c',
      elements: [{ type: 'text', name: 'why', isRequired: true, visibleIf: '{score} > 5' }],
    },
  ],
};

test('its value is stored, and conditions read it', async () => {
  const few = await complete(DEFINITION, { points: 2 });
  assert.deepEqual([few.answers, few.faults], [{ points: 2, score: 4 }, []]);
  const many = await complete(DEFINITION, { points: 3 });
  assert.deepEqual(
    many.faults.map(({ at, kind }) => `${at} ${kind}`),
    ['why required'],
  );
  const { computed, hidden } = findFacts(DEFINITION, { points: 3 }, SETTING);
  assert.deepEqual([computed, hidden], [{ score: 6 }, []]);
});

test('a condition hides it like any other, and then it has no value', async () => {
  const elements = [
    { type: 'text', name: 'points' },
    { ...SCORE, visibleIf: '{points} > 5' },
  ];
  const { answers } = await complete({ elements }, { points: '3' });
  assert.deepEqual(answers, { points: '3' });
});

test('the form gives it no room, and skips a page that has nothing else', () => {
  patchEngine();
  const model = new SurveyModel(JSON.parse(JSON.stringify(DEFINITION)));
  model.data = { points: 3 };
  assert.deepEqual(
    model.visiblePages.map(({ name }) => name),
    ['a', 'c'],
  );
  assert.equal(model.data['score'], 6);
  model.dispose();
});

test('nobody sends a value for it', async () => {
  const { answers } = await complete(DEFINITION, { points: 1, score: 99 });
  assert.deepEqual(answers, { points: 1, score: 2 });
});
