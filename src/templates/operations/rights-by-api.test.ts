import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let dora: { readonly id: string; readonly token: string };
  let mia: { readonly id: string; readonly token: string };
  let path: string;
  before(async () => {
    node = await startInstance(engine);
    dora = await node.addUser('dora', 'designer');
    mia = await node.addUser('mia', 'member');
    const definition = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };
    const body = { name: 'Rounds', definition };
    const made = await node.request('POST', '/v2/templates', { body, token: dora.token });
    path = `/v2/templates/${made.at('id')}`;
    await node.request('POST', `${path}/publish`, { token: dora.token });
  });
  after(() => node.close());

  const FILL = { fill: true, see: 'own', edit: false, assign: false, manage: false };
  const send = (method: string, rest: string, body?: object, token = dora.token) =>
    node.request(method, `${path}${rest}`, { body, token });
  const fill = async () => {
    const body = { templateId: path.split('/').at(-1), fields: {} };
    return (await node.request('POST', '/v2/formz', { body, token: mia.token })).status;
  };

  test('a program gives a person the right to fill in, reads who has it, and takes it away', async () => {
    // A new template is open to everyone.
    assert.equal((await send('DELETE', '/rights/everyone')).status, 204);
    assert.equal(await fill(), 404);
    const given = await send('PUT', `/rights/${mia.id}`, FILL);
    assert.equal(given.status, 200, given.text);
    assert.equal(await fill(), 201);
    const read = (await send('GET', '/rights')).at('items');
    const items: readonly { subject: string; fill: boolean }[] = Array.isArray(read) ? read : [];
    assert.equal(items.find(({ subject }) => subject === mia.id)?.fill, true);
    assert.equal((await send('DELETE', `/rights/${mia.id}`)).status, 204);
    assert.equal((await send('DELETE', `/rights/${mia.id}`)).status, 404);
    assert.equal(await fill(), 404);
  });

  test('who does not manage a template gives no rights on it and sets no retention', async () => {
    const { token } = await node.addUser('otto', 'designer');
    await send('PUT', '/rights/everyone', FILL);
    for (const [method, rest, body] of [
      ['GET', '/rights', undefined],
      ['PUT', `/rights/${mia.id}`, FILL],
      ['DELETE', '/rights/everyone', undefined],
      ['GET', '/retention', undefined],
      ['PUT', '/retention', { action: 'delete', days: 30 }],
      ['POST', '/retention/trial', { action: 'delete', days: 30 }],
    ] as const) {
      assert.equal((await send(method, rest, body, token)).status, 403, `${method} ${rest}`);
      assert.equal((await send(method, rest, body, mia.token)).status, 403, `${method} ${rest}`);
    }
  });

  test('a program says how long forms are kept, after counting whom it concerns', async () => {
    await send('PUT', `/rights/${mia.id}`, FILL);
    assert.equal(await fill(), 201);
    const terms = { action: 'delete', days: 30 };
    assert.equal((await send('POST', '/retention/trial', terms)).at('count'), 0);
    const kept = await send('PUT', '/retention', terms);
    assert.equal(kept.status, 200, kept.text);
    const read = await send('GET', '/retention');
    assert.deepEqual(
      [read.at('rule', 'action'), read.at('rule', 'days')],
      ['delete', 30],
      read.text,
    );
    const set = await send('PUT', '/retention', { action: 'delete', days: 0 });
    assert.equal(set.status, 422, set.text);
    assert.equal(set.at('code'), 'invalid-retention');
  });
});
