// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/form.ts';
import type { JsonObject } from '#kernel/json.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';

/** `q3` depends on `q2`, which depends on `q1`; so do its calculations. They stand in every order. */
const CHAIN = {
  elements: [
    { type: 'text', name: 'q3', isRequired: true, visibleIf: "{q2} = 'x'" },
    { type: 'expression', name: 'price', expression: "iif({q2} = 'x', 10, 0)" },
    { type: 'expression', name: 'sum', expression: '{a} + {b}' },
    { type: 'radiogroup', name: 'q2', choices: ['x', 'y'], visibleIf: "{q1} = 'yes'" },
    { type: 'radiogroup', name: 'q1', choices: ['yes', 'no'] },
    { type: 'text', inputType: 'number', name: 'a' },
    { type: 'text', inputType: 'number', name: 'b', searchable: true },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const publish = (definition: JsonObject) =>
    node.services.db.transaction(async (tx) => {
      const { accountId, userId } = node.account;
      const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
      const { forms } = node.services;
      const { id } = await forms.createTemplate(tx, by, { name: fresh(), definition });
      await forms.publishTemplate(tx, by, id);
      return id;
    });
  const written = (fields: JsonObject) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        name === 'q3' ? { text: value } : { value },
      ]),
    );
  const create = async (templateId: string, given: JsonObject) => {
    const body = { templateId, fields: written(given) };
    return `/v2/formz/${ok(await node.request('POST', '/v2/formz', { body }), 201).at('id')}`;
  };
  const patch = (path: string, fields: JsonObject) =>
    node.request('PATCH', path, { body: { fields: written(fields) } });
  const complete = (path: string) =>
    node.request('POST', `${path}/status`, { body: { status: 'complete' } });
  const hiddenIn = (answer: Answer) =>
    ['q1', 'q2', 'q3'].map((name) => answer.at('fields', name, 'hidden') ?? false);

  test('a hidden answer hides, requires and calculates nothing, and is back with its question', async () => {
    const path = await create(await publish(CHAIN), { q1: 'yes', q2: 'x', q3: 'because' });
    const asked = ok(await node.request('GET', path));
    assert.deepEqual(hiddenIn(asked), [false, false, false]);
    assert.equal(asked.at('fields', 'price', 'value'), 10);

    const hidden = ok(await patch(path, { q1: 'no' }));
    assert.deepEqual(hiddenIn(hidden), [false, true, true]);
    assert.equal(hidden.at('fields', 'price', 'value'), 0);
    assert.equal(hidden.at('fields', 'q2', 'value'), null);
    assert.equal(hidden.at('fields', 'q3', 'text'), null);

    const again = ok(await patch(path, { q1: 'yes' }));
    assert.deepEqual(hiddenIn(again), [false, false, false]);
    assert.equal(again.at('fields', 'q3', 'text'), 'because');

    ok(await patch(path, { q1: 'no', q3: null }));
    const done = ok(await complete(path));
    assert.deepEqual(hiddenIn(done), [false, true, true]);
    assert.equal(done.at('fields', 'price', 'value'), 0);
    const removed: unknown = done.at('removed');
    assert.deepEqual(removed, [{ at: 'q2', field: 'q2', why: 'hidden' }]);
  });

  test('a calculation of nothing has no value in the API, in the table and in its sums', async () => {
    const templateId = await publish(CHAIN);
    const browser = await adminBrowser(node);
    const names = ['empty', 'zero', 'filled'];
    const paths = [
      await create(templateId, { q1: 'no' }),
      await create(templateId, { q1: 'no', a: 0 }),
      await create(templateId, { q1: 'no', a: 3, b: 4 }),
    ];
    const values = async () =>
      Promise.all(
        paths.map(async (path) => (await node.request('GET', path)).at('fields', 'sum', 'value')),
      );
    assert.deepEqual(await values(), [null, 0, 7]);
    const table = async () => {
      const at = `/app/v1/templates/${templateId}/answers`;
      const list = ok(await browser.send('GET', `${at}?sort=number`));
      const fields = list.at('fields');
      assert.ok(Array.isArray(fields));
      const { id } = fields.find(({ title }) => title === 'sum');
      const cells = names.map((_, i) => list.at('items', i, 'cells', id));
      const sums = ok(await browser.send('GET', `${at}/sums?fields=${id}`));
      return {
        cells,
        answered: sums.at('fields', 0, 'answered'),
        blank: sums.at('fields', 0, 'blank'),
      };
    };
    // Sums count what is stored, and the calculations of drafts are not.
    assert.deepEqual(await table(), {
      cells: [undefined, undefined, undefined],
      answered: 0,
      blank: 3,
    });
    for (const path of paths) ok(await complete(path));
    assert.deepEqual(await values(), [null, 0, 7]);
    assert.deepEqual(await table(), { cells: [undefined, '0', '7'], answered: 2, blank: 1 });
  });
});
