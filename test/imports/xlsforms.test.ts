// XLSForms of five makers are imported, published, filled in and completed.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isObject } from '#kernel/json.ts';
import { ok, type Service, serviceOf } from '../journeys/service.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { nightlyTest } from '../support/timing.ts';
import { XLSFORMS } from '../support/xlsforms.ts';

const TYPE = { 'content-type': 'application/octet-stream' };

const rowsIn = (answer: Answer): readonly unknown[] => {
  const notes = answer.at('notes');
  assert.ok(Array.isArray(notes));
  return notes.filter(isObject).map(({ row, kind }) => [row, kind]);
};

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let service: Service;
  before(async () => {
    node = await startInstance(engine);
    service = serviceOf(node, await adminBrowser(node));
  });
  after(() => node.close());

  for (const { maker, name, answers, calculated, wrong, report, ...form } of XLSFORMS) {
    // The largest form, of pyxform, takes longer than all others.
    const tryIt = maker === 'pyxform' ? nightlyTest : test;
    tryIt(`a form of ${maker} is imported with a report, published and completed`, async () => {
      const { admin } = service;
      const sent = { body: await form.bytes(), headers: TYPE };
      const checked = await ok(admin.send('POST', '/app/v1/templates/import/check', sent));
      assert.deepEqual(rowsIn(checked), report);
      const made = await ok(admin.send('POST', '/app/v1/templates/import', sent));
      assert.deepEqual(made.at('notes'), checked.at('notes'));
      const template = made.at('template');
      assert.ok(isObject(template));
      assert.equal(template['name'], name);
      assert.deepEqual(template['draftDefinition'], checked.at('definition'));
      assert.equal(checked.at('definition', 'locale'), form.locale);
      const id = String(template['id']);
      await ok(admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
      const created = await ok(
        admin.send('POST', '/app/v1/forms', { body: { templateId: id, name: maker } }),
      );
      const path = `/app/v1/forms/${created.at('id')}`;
      const complete = async (given: object): Promise<Answer> => {
        const { revision } = Object((await ok(admin.send('GET', path))).body);
        const saved = await ok(admin.send('PATCH', path, { body: { revision, answers: given } }));
        const body = { revision: saved.at('revision') };
        return admin.send('POST', `${path}/complete`, { body });
      };
      for (const [field, bad] of Object.entries(wrong)) {
        const given = Object.entries({ ...answers, ...bad }).filter(([, value]) => value !== null);
        const refused = await complete(Object.fromEntries(given));
        assert.equal(refused.status, 422, field);
        assert.match(refused.text, new RegExp(`"field":"${field}"`), field);
      }
      await ok(complete(answers));
      const stored = (await ok(admin.send('GET', path))).at('answers');
      assert.ok(isObject(stored));
      for (const [field, value] of Object.entries({ ...answers, ...calculated })) {
        if (field !== 'posten') assert.deepEqual(stored[field], value, field);
      }
    });
  }

  test('a note becomes an instruction text, or a heading when it shows an answer', async () => {
    const form = XLSFORMS.find(({ maker }) => maker === 'pyxform');
    assert.ok(form);
    const sent = { body: await form.bytes(), headers: TYPE };
    const checked = await ok(service.admin.send('POST', '/app/v1/templates/import/check', sent));
    const elements = checked.at('definition', 'pages', 0, 'elements');
    assert.ok(Array.isArray(elements));
    assert.deepEqual(elements.slice(-3), [
      {
        type: 'instructions',
        name: 'rules',
        content: 'Knock and read this (https://example.org/rules).',
      },
      { type: 'heading', name: 'thanks', title: 'Thank you, {head}.' },
      { type: 'instructions', name: 'old', content: 'See here (http://example.org).' },
    ]);
  });
});
