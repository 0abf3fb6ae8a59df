import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let token: string;
  let path: string;
  const columns = [
    { key: 'code', label: 'Code', type: 'text' },
    { key: 'title', label: 'Title', type: 'text' },
  ];
  const send = (method: string, rest: string, body?: object, more: object = {}) =>
    node.request(method, `${path}${rest}`, { body, token, ...more });
  const ok = (answer: Answer): Answer => {
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  before(async () => {
    node = await startInstance(engine);
    token = (await node.addUser('dora', 'designer')).token;
    const body = { name: 'Dams', columns, keyColumn: 'code', labelColumn: 'title' };
    const made = await node.request('POST', '/v2/lists', { body, token });
    path = `/v2/lists/${made.at('id')}`;
  });
  after(() => node.close());

  test('a program renames a list and adds a column, unless somebody was faster', async () => {
    const added = [...columns, { key: 'colour', label: 'Colour', type: 'text' }];
    const changed = ok(await send('PATCH', '', { name: 'Weirs', columns: added }));
    assert.deepEqual([changed.at('name'), changed.at('columns', 2, 'key')], ['Weirs', 'colour']);
    assert.equal(changed.headers['etag'], `"${changed.at('revision')}"`);
    const late = await send('PATCH', '', { name: 'Late', revision: 1 });
    assert.deepEqual([late.status, late.at('currentRevision')], [412, changed.at('revision')]);
    const stale = await send('PATCH', '', { name: 'Late' }, { headers: { 'if-match': '"1"' } });
    assert.equal(stale.status, 412);
    const without = await send('PATCH', '', { columns: columns.slice(1) });
    assert.equal(without.status, 422);
  });

  test('a program opens a list for public links, with its key and its label at least', async () => {
    const shown = { columns: ['code', 'title'] };
    const opened = ok(await send('PUT', '/public-columns', shown));
    assert.deepEqual(opened.at('publicColumns'), shown.columns);
    assert.equal((await send('PUT', '/public-columns', { columns: ['colour'] })).status, 422);
    const closed = ok(await send('PUT', '/public-columns', { columns: [] }));
    assert.deepEqual(closed.at('publicColumns'), []);
  });

  test('a program reads who changed the rows, and members do neither', async () => {
    ok(await send('POST', '/rows', { rows: [{ code: 'a', title: 'A', colour: 'red' }] }));
    const versions = ok(await send('GET', '/versions'));
    assert.deepEqual(
      [versions.at('items', 0, 'added'), versions.at('items', 0, 'by', 'name')],
      [1, 'dora'],
    );
    assert.equal(versions.at('items', 1), undefined);
    const { token: member } = await node.addUser('mia', 'member');
    for (const [method, rest, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['PUT', '/public-columns', { columns: [] }],
      ['GET', '/versions', undefined],
    ] as const) {
      assert.equal((await send(method, rest, body, { token: member })).status, 403, rest);
    }
  });
});
