import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { questionsOf } from '#questionnaires/reading/questions.ts';
import { answersShownBy } from '#questionnaires/reading/show-answers.ts';
import { cellsOf, headingsOf, headsOf, mergeHeadings, toColumns } from './columns.ts';

const weighedIn = (unit?: JsonObject | string): JsonObject => ({
  elements: [
    {
      type: 'text',
      inputType: 'number',
      name: 'weight',
      title: 'Weight',
      ...(unit !== undefined && { unit }),
    },
  ],
});

test('a question whose unit was changed has a column for each unit, and each weight is below its own', async () => {
  const versions = [weighedIn('g'), weighedIn('kg'), weighedIn()];
  const headings = versions
    .map((definition) => headingsOf(questionsOf(definition, 'en')))
    .reduce(mergeHeadings);
  const columns = toColumns(headings);
  assert.deepEqual(headsOf(columns, 'en'), ['Weight (g)', 'Weight (kg)', 'Weight']);
  for (const [at, definition] of versions.entries()) {
    const answers = await answersShownBy(
      definition,
      'en',
    )({
      answers: { weight: 5 },
      isComplete: true,
    });
    assert.deepEqual(
      cellsOf(columns, answers),
      versions.map((_, i) => (i === at ? 5 : '')),
    );
  }
});

test('a unit is read in the language of the export', () => {
  const columns = toColumns(
    headingsOf(questionsOf(weighedIn({ default: 'pcs', de: 'Stk' }), 'de')),
  );
  assert.deepEqual(headsOf(columns, 'de'), ['Weight (Stk)']);
});
