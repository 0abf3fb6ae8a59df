// The rules of a template go along when it is exported from one Formstead and imported into another.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ok } from '../journeys/service.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forOneEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';

const DEFINITION = {
  pages: [
    {
      name: 'page1',
      elements: [
        { type: 'text', name: 'site', title: { default: 'Site', de: 'Ort' }, isRequired: true },
        { type: 'radiogroup', name: 'state', choices: ['good', 'bad'] },
        { type: 'comment', name: 'why', title: 'Why', visibleIf: "{state} = 'bad'" },
      ],
    },
  ],
};
const TYPE = { 'content-type': 'application/octet-stream' };

forOneEngine((engine) => {
  let nodes: readonly Instance[];
  let from: Browser;
  let to: Browser;
  before(async () => {
    nodes = await Promise.all([startInstance(engine), startInstance(engine)]);
    const [first, second] = nodes;
    assert.ok(first && second);
    [from, to] = [await adminBrowser(first), await adminBrowser(second)];
  });
  after(() => Promise.all(nodes.map((node) => node.close())));

  const bring = (file: string | Buffer, query = ''): Promise<Answer> =>
    to.send('POST', `/app/v1/templates/import${query}`, {
      body: Buffer.from(file),
      headers: TYPE,
    });

  test('rules go along, turned off, and say what must be chosen anew in another organisation', async () => {
    const group = String(
      (await ok(from.send('POST', '/app/v1/groups', { body: { displayName: 'Workshop' } }))).at(
        'id',
      ),
    );
    const body = { name: 'With rules', definition: DEFINITION };
    const id = String((await ok(from.send('POST', '/app/v1/templates', { body }))).at('id'));
    const self = String((await ok(from.send('GET', '/app/v1/session'))).at('user', 'id'));
    const rules = [
      {
        ...{
          name: 'Tell the workshop',
          trigger: 'value',
          became: { field: 'state', value: 'bad' },
        },
        condition: "{site} = 'North'",
        actions: [
          {
            ...{ type: 'tell', fields: ['why'], pdf: true },
            to: [
              { type: 'Group', id: group },
              { type: 'User', id: self },
            ],
          },
          { type: 'assign', templateId: id, to: { type: 'Creator' }, carry: [] },
        ],
      },
      {
        ...{ name: 'Each day', trigger: 'schedule' },
        schedule: { every: 'day', time: '08:00', over: 'draft' },
        actions: [{ type: 'mail', field: 'site', fields: [] }],
      },
    ];
    for (const rule of rules) {
      await ok(from.send('POST', `/app/v1/templates/${id}/rules`, { body: rule }));
    }
    const file = await ok(from.send('GET', `/app/v1/templates/${id}/file`));
    assert.deepEqual(Object(file.body).rules, rules);
    const imported = await ok(bring(file.text));
    assert.deepEqual(
      Object(imported.body).notes.map(({ level, kind, values }: Record<string, unknown>) => [
        ...[level, kind, Object(values).rule],
      ]),
      [
        ['changed', 'rule', 'Tell the workshop'],
        ['changed', 'rule', 'Each day'],
      ],
    );
    const there = `/app/v1/templates/${imported.at('template', 'id')}/rules`;
    const { items } = Object((await ok(to.send('GET', there))).body);
    assert.deepEqual(
      items.map(({ name, state, anew }: Record<string, unknown>) => [name, state, anew]),
      [
        [
          ...['Tell the workshop', 'off'],
          [
            { type: 'Group', id: group },
            { type: 'User', id: self },
            { type: 'Template', id },
          ],
        ],
        ['Each day', 'off', []],
      ],
    );
    // Turning it on as it is gets the answer that saving it gets.
    const [first, second] = items;
    const on = { ...rules[0], isOn: true };
    const refused = await to.send('PUT', `/app/v1/rules/${first.id}`, { body: on });
    assert.equal(refused.at('code'), 'unknown-assignee', refused.text);
    await ok(to.send('PUT', `/app/v1/rules/${second.id}`, { body: { ...rules[1], isOn: true } }));
    // In its own organisation everything is there.
    const own = await ok(
      from.send('POST', '/app/v1/templates/import?name=Again', {
        ...{ body: Buffer.from(file.text), headers: TYPE },
      }),
    );
    const mine = `/app/v1/templates/${own.at('template', 'id')}/rules`;
    assert.deepEqual((await ok(from.send('GET', mine))).at('items', 0, 'anew'), []);
  });

  test('what is no rule is left out of a file, with a note; a rule of a field that is gone names it', async () => {
    const rule = {
      ...{ name: 'Gone', trigger: 'value', became: { field: 'brakes', value: 'bad' } },
      ...{ condition: "{tyres} = 'flat'" },
      actions: [{ type: 'set', field: 'level', value: 1 }],
    };
    const strange = [7, { ...rule, isOn: true }, { ...rule, actions: [{ type: 'run' }] }];
    const file = { format: 'formstead-template', version: 1, definition: DEFINITION };
    const text = JSON.stringify({ ...file, rules: [rule, ...strange] });
    const checked = await ok(
      to.send('POST', '/app/v1/templates/import/check', {
        ...{ body: Buffer.from(text), headers: TYPE },
      }),
    );
    const { template, notes } = Object((await ok(bring(text))).body);
    assert.deepEqual(notes, Object(checked.body).notes);
    assert.deepEqual(
      notes.map(({ kind, values }: Record<string, unknown>) => [kind, values]),
      [
        ['rule', { rule: 'Gone' }],
        ['rulesLeft', { count: 3 }],
      ],
    );
    const { items } = Object(
      (await ok(to.send('GET', `/app/v1/templates/${template.id}/rules`))).body,
    );
    assert.deepEqual(items[0].anew, [
      { type: 'Field', name: 'brakes' },
      { type: 'Field', name: 'level' },
      { type: 'Field', name: 'tyres' },
    ]);
  });
});
