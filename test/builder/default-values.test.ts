// Default values, from the builder's own fields to completed forms, over HTTPS.
// Nightly: it takes over three seconds.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { Model } from 'survey-core';
import { startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { change } from '#web/builder/edit.ts';
import { KINDS, type Kind, newField } from '#web/builder/kinds.ts';
import { PROPERTIES_OF } from '#web/builder/properties.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { casesOf } from '../support/timing.ts';

const wordsOf = (name: string) => ({
  title: name,
  name,
  choices: ['One', 'Two'],
  column: { name: 'column_1', title: 'Column 1' },
});

/** A value that the input of each kind accepts. A kind that offers a default value but is missing here fails. */
const DEFAULTS: Readonly<Partial<Record<Kind, string | number | boolean | readonly string[]>>> = {
  text: 'Quay 4',
  comment: 'Line one\nline two',
  number: -1.5,
  email: 'ada@example.org',
  tel: '0301234567',
  url: 'https://example.org',
  date: '2026-02-01',
  time: '09:30',
  'datetime-local': '2026-02-01T09:30',
  boolean: false,
  radiogroup: 'Two',
  dropdown: 'One',
  checkbox: ['Two', 'One'],
  rating: 4,
  slider: 40,
};

const offered = KINDS.filter((kind) =>
  PROPERTIES_OF[kind].some(({ name }) => name === 'defaultValue'),
);
const nameOf = (kind: Kind): string => `f_${kind.replaceAll('-', '_')}`;
const fieldOf = (kind: Kind) => ({
  ...newField(kind, wordsOf(nameOf(kind))),
  defaultValue: DEFAULTS[kind],
});
const expected = Object.fromEntries(offered.map((kind) => [nameOf(kind), DEFAULTS[kind]]));
const definition = {
  pages: [
    { name: 'page1', elements: offered.map(fieldOf) },
    {
      name: 'page2',
      elements: [
        {
          ...newField('panel', wordsOf('box')),
          elements: [{ ...fieldOf('text'), name: 'in_box' }],
        },
        {
          ...newField('paneldynamic', wordsOf('visits')),
          panelCount: 2,
          templateElements: [
            { ...fieldOf('boolean'), name: 'done' },
            newField('text', wordsOf('who')),
          ],
        },
      ],
    },
  ],
};
const all = { ...expected, in_box: 'Quay 4', visits: [{ done: false }, { done: false }] };

test('a default value is had for every kind that offers one', () => {
  assert.deepEqual(Object.keys(DEFAULTS).toSorted(), [...offered].toSorted());
});

test('a form starts with what the engine fills in where nothing is given', () => {
  const kinds = fc.subarray([...offered]);
  const some = fc.subarray([...offered], { minLength: 1 });
  fc.assert(
    fc.property(kinds, some, fc.nat(3), fc.nat(3), (outside, inside, panelCount, minPanelCount) => {
      const repeated = {
        ...newField('paneldynamic', wordsOf('rows')),
        panelCount,
        minPanelCount,
      };
      const elements = [
        ...outside.map(fieldOf),
        { ...repeated, templateElements: inside.map(fieldOf) },
      ];
      const given = change({ pages: [{ name: 'p', elements }] }, [0], {});
      const model = new Model(given);
      const filled = model.data;
      model.dispose();
      assert.deepEqual(startingAnswers(given), JSON.parse(JSON.stringify(filled)));
    }),
    { numRuns: casesOf({ daily: 25, nightly: 100 }) },
  );
});

test('a default value that its field can not hold is left out', () => {
  const odd = { ...newField('number', wordsOf('n')), defaultValue: 'many' };
  const file = { ...newField('file', wordsOf('f')), defaultValue: ['x'] };
  assert.deepEqual(startingAnswers({ pages: [{ name: 'p', elements: [odd, file] }] }), {});
  assert.deepEqual(startingAnswers(undefined), {});
});

forEngineOrBoth('sqlite', (engine) => {
  describe('default values of a published template', () => {
    let node: Instance;
    let browser: Browser;
    let templateId: string;
    before(async () => {
      node = await startInstance(engine);
      browser = await adminBrowser(node);
      const made = await browser.send('POST', '/app/v1/templates', {
        body: { name: 'Filled', definition },
      });
      templateId = String(made.at('id'));
      const published = await browser.send('POST', `/app/v1/templates/${templateId}/publish`, {
        body: {},
      });
      assert.equal(published.status, 200, published.text);
    });
    after(() => node.close());

    const answersOf = async (id: unknown) =>
      (await browser.send('GET', `/app/v1/forms/${String(id)}`)).at('answers');

    test('a form of the API has them, and keeps them when it is completed', async () => {
      const made = await node.request('POST', '/v2/formz', { body: { templateId } });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(await answersOf(made.at('id')), all);
      const id = String(made.at('id'));
      const done = await browser.send('POST', `/app/v1/forms/${id}/complete`, { body: {} });
      assert.equal(done.status, 200, done.text);
      assert.deepEqual(await answersOf(id), all);
    });

    test('what the API gives or clears comes before them, and what was cleared stays empty', async () => {
      const fields = {
        f_text: { text: 'Mine' },
        f_boolean: null,
        visits: { rows: [{ who: 'Ada' }] },
      };
      const made = await node.request('POST', '/v2/formz', { body: { templateId, fields } });
      const { f_boolean: _, ...rest }: Readonly<Record<string, unknown>> = all;
      const wanted = { ...rest, f_text: 'Mine', visits: [{ who: 'Ada' }] };
      const id = String(made.at('id'));
      assert.deepEqual(await answersOf(id), wanted);
      await browser.send('POST', `/app/v1/forms/${id}/complete`, { body: {} });
      assert.deepEqual(await answersOf(id), wanted);
    });

    test('a form of the pages has them; answers that come with it are taken as they are', async () => {
      const made = await browser.send('POST', '/app/v1/forms', { body: { templateId } });
      assert.deepEqual(made.at('answers'), all);
      const answers = { f_text: 'Only this' };
      const given = await browser.send('POST', '/app/v1/forms', { body: { templateId, answers } });
      assert.deepEqual(given.at('answers'), answers);
    });
  });
});
