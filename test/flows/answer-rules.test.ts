// The API refuses the same answers that a page refuses, when they are written and over every route. The fields are made
// with the builder.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { asColumnKind, type Kind, newField } from '#web/builder/kinds.ts';
import { PNG } from '../support/attachments.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';

const field = (kind: Kind, name: string, more: object = {}) => ({
  ...newField(kind, {
    name,
    title: name,
    choices: ['red', 'blue'],
    column: { name: 'what', title: 'What' },
  }),
  ...more,
});
const column = (name: string, kind: Parameters<typeof asColumnKind>[1], more: object = {}) => ({
  ...asColumnKind({ name, title: name }, kind),
  ...more,
});

const ELEMENTS = [
  field('text', 'code', { maxLength: 5 }),
  field('number', 'age', { min: 18, max: 99 }),
  field('number', 'odd', { min: 1, max: 9, step: 2 }),
  field('email', 'mail'),
  field('date', 'day', { min: '2026-01-01', max: '2026-12-31' }),
  field('time', 'at'),
  field('datetime-local', 'moment'),
  field('dropdown', 'colour'),
  field('checkbox', 'tags', { maxSelectedChoices: 1 }),
  field('rating', 'stars'),
  field('photo', 'photo', { maxSize: 1000 }),
  field('signaturepad', 'signed'),
  field('matrixdynamic', 'parts', {
    maxRowCount: 2,
    columns: [
      column('qty', 'number', { min: 1, isRequired: true }),
      column('kind', 'dropdown', { choices: ['x', 'y'] }),
      column('on', 'date'),
    ],
  }),
  field('paneldynamic', 'visits', {
    templateElements: [field('time', 'from', { isRequired: true })],
  }),
  field('expression', 'twice', { expression: '{age} * 2' }),
  field('boolean', 'more'),
  field('text', 'why', { visibleIf: '{more} = true' }),
];

/** By the name of the field: an accepted answer, and refused ones, each with its position. */
const CASES: Readonly<Record<string, readonly [unknown, readonly (readonly [unknown, string])[]]>> =
  {
    code: ['abcde', [['abcdef', 'code']]],
    age: [
      18,
      [
        [17, 'age'],
        [100, 'age'],
      ],
    ],
    odd: [
      3,
      [
        [2, 'odd'],
        [3.5, 'odd'],
      ],
    ],
    mail: [
      'ada@example.org',
      [
        ['ada', 'mail'],
        ['ada@', 'mail'],
      ],
    ],
    day: [
      '2026-02-28',
      [
        ['2025-12-31', 'day'],
        ['2027-01-01', 'day'],
        ['2026-02-30', 'day'],
        ['banana', 'day'],
      ],
    ],
    at: [
      '09:05',
      [
        ['25:99', 'at'],
        ['banana', 'at'],
        ['09:05+02:00', 'at'],
        ['9:05', 'at'],
      ],
    ],
    moment: [
      '2026-01-31T09:05',
      [
        ['2026-01-31T09:05Z', 'moment'],
        ['2026-02-30T09:05', 'moment'],
        ['2026-01-31 09:05', 'moment'],
      ],
    ],
    colour: [
      'red',
      [
        ['green', 'colour'],
        ['Red', 'colour'],
      ],
    ],
    tags: [
      ['red'],
      [
        [['green'], 'tags'],
        [['red', 'blue'], 'tags'],
      ],
    ],
    stars: [
      5,
      [
        [6, 'stars'],
        [0, 'stars'],
        [1.5, 'stars'],
      ],
    ],
    parts: [
      [{ qty: 1, kind: 'x', on: '2026-01-01' }],
      [
        [[{ qty: 0 }], 'parts[0].qty'],
        [[{ qty: 1 }, { kind: 'z' }], 'parts[1].kind'],
        [[{ on: '2026-13-01' }], 'parts[0].on'],
        [[{}, {}, {}], 'parts'],
      ],
    ],
    visits: [[{ from: '09:05' }], [[[{ from: '09:05' }, { from: 'noon' }], 'visits[1].from']]],
  };
const MEMBER: Readonly<Record<string, string>> = {
  code: 'text',
  mail: 'text',
  parts: 'rows',
  visits: 'rows',
};

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const definition = { pages: [{ name: 'page1', elements: ELEMENTS }] };
    const body = { name: 'All of it', definition, openToAll: true };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    assert.equal(made.status, 201, made.text);
    templateId = String(made.at('id'));
    const path = `/app/v1/templates/${templateId}/publish`;
    const published = await admin.send('POST', path, { body: {} });
    assert.equal(published.status, 200, published.text);
  });
  after(() => node.close());

  const newForm = async (fields: object = {}): Promise<string> => {
    const made = await node.request('POST', '/v2/formz', { body: { templateId, fields } });
    assert.equal(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const patch = (id: string, fields: object) =>
    node.request('PATCH', `/v2/formz/${id}`, { body: { fields } });
  const complete = (id: string) =>
    node.request('POST', `/v2/formz/${id}/status`, { body: { status: 'complete' } });
  const asField = (name: string, value: unknown) => ({
    [name]: { [MEMBER[name] ?? 'value']: value },
  });
  const positionsIn = (text: string): readonly string[] =>
    (JSON.parse(text).faults ?? []).map(({ at }: { readonly at: string }) => at);

  test('an answer that a page would refuse is refused when it is written, with its place, on every way in', async () => {
    const id = await newForm();
    let revision = 1;
    for (const [name, [good, bad]] of Object.entries(CASES)) {
      for (const [value, at] of bad) {
        const what = `${name} = ${JSON.stringify(value)}`;
        const byApi = await patch(id, asField(name, value));
        assert.deepEqual(
          [byApi.status, positionsIn(byApi.text)],
          [422, [at]],
          `${what}: ${byApi.text}`,
        );
        const byPage = await admin.send('PATCH', `/app/v1/forms/${id}`, {
          body: { revision, answers: { [name]: value } },
        });
        assert.deepEqual([byPage.status, positionsIn(byPage.text)], [422, [at]], what);
      }
      const taken = await patch(id, asField(name, good));
      assert.equal(taken.status, 200, `${name}: ${taken.text}`);
      revision = Number(taken.at('revision'));
    }
    const [name, [, [wrong = []]]] = Object.entries(CASES)[0] ?? assert.fail();
    const made = await node.request('POST', '/v2/formz', {
      body: { templateId, fields: asField(name, wrong[0]) },
    });
    assert.equal(made.status, 422, made.text);
    const done = await complete(id);
    assert.equal(done.status, 200, done.text);
    const fields = JSON.parse(done.text).fields;
    for (const [each, [good]] of Object.entries(CASES)) {
      assert.deepEqual(fields[each][MEMBER[each] ?? 'value'], good, each);
    }
  });

  test('the fields of a form can be sent back as they were read, what is calculated among them', async () => {
    const id = await newForm({ age: { value: 20 }, parts: { rows: [] } });
    assert.equal((await complete(id)).status, 200);
    assert.equal(
      (await node.request('POST', `/v2/formz/${id}/status`, { body: { status: 'draft' } })).status,
      200,
    );
    const read = await node.request('GET', `/v2/formz/${id}`);
    const { fields, revision } = JSON.parse(read.text);
    assert.equal(fields.twice.value, 40);
    const same = await patch(id, fields);
    assert.deepEqual([same.status, same.at('revision')], [200, revision], same.text);
    const other = await patch(id, { ...fields, twice: { value: 41 } });
    assert.deepEqual([other.status, other.at('at')], [422, 'fields.twice'], other.text);
  });

  test('a section or table without entries can be completed, and its absent entries are missed nowhere', async () => {
    for (const rows of [{ rows: [] }, null]) {
      const done = await complete(await newForm({ parts: rows, visits: rows }));
      assert.equal(done.status, 200, done.text);
    }
    const id = await newForm({ parts: { rows: [{}] } });
    const missed = await complete(id);
    assert.deepEqual([missed.status, positionsIn(missed.text)], [422, ['parts[0].qty']]);
  });

  test('what completing removes because it is hidden is told in the answer, and in the history', async () => {
    const id = await newForm({ more: { value: false }, why: { text: 'nobody sees this' } });
    const removed = [{ at: 'why', field: 'why', why: 'hidden' }];
    const done = await complete(id);
    assert.deepEqual([done.status, JSON.parse(done.text).removed], [200, removed], done.text);
    assert.equal(done.text.includes('nobody sees'), false);
    const again = await complete(id);
    assert.deepEqual(JSON.parse(again.text).removed, removed);
    const { history } = JSON.parse((await admin.send('GET', `/app/v1/forms/${id}`)).text);
    assert.deepEqual(history.at(-1).removed, removed);
  });

  test('a form with a signature can be completed, and its page opens', async () => {
    const id = await newForm();
    const sent = await admin.send('POST', `/app/v1/forms/${id}/attachments?field=signed`, {
      body: PNG,
      headers: { 'content-type': 'image/png' },
    });
    assert.equal(sent.status, 201, sent.text);
    const signed = { imageFile: { id: String(sent.at('id')) } };
    assert.equal((await patch(id, { signed })).status, 200);
    const done = await complete(id);
    assert.equal(done.status, 200, done.text);
    const page = await admin.send('GET', `/app/v1/forms/${id}?plain=true`);
    assert.equal(page.status, 200, page.text);
  });

  test('a file of another kind, or too large, is refused when it is uploaded', async () => {
    const id = await newForm();
    const upload = (body: Buffer, type: string) =>
      admin.send('POST', `/app/v1/forms/${id}/attachments?field=photo`, {
        body,
        headers: { 'content-type': type },
      });
    const text = await upload(Buffer.from('not a photo'), 'text/plain');
    assert.deepEqual([text.status, positionsIn(text.text)], [422, ['photo']], text.text);
    const large = await upload(Buffer.concat([PNG, Buffer.alloc(1000)]), 'image/png');
    assert.deepEqual([large.status, positionsIn(large.text)], [422, ['photo']], large.text);
    assert.equal((await upload(PNG, 'image/png')).status, 201);
  });
});
