import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Right } from '#http/endpoint.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

forEachEngine((engine) => {
  let node: Instance;
  let dora: { readonly id: string; readonly token: string };
  let path: string;
  before(async () => {
    node = await startInstance(engine);
    dora = await node.addUser('dora', 'designer');
    const elements = [{ type: 'text', name: 'site', title: 'Site' }];
    const body = { name: 'Rounds', definition: { elements } };
    const made = ok(await send('POST', '/v2/templates', body), 201);
    path = `/v2/templates/${made.at('id')}`;
    ok(await send('POST', `${path}/publish`));
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const send = (method: string, at: string, body?: object, more: object = {}) =>
    node.request(method, at, { body, token: dora.token, ...more });
  const rule = (more: object = {}) => ({
    name: 'Hand on',
    trigger: 'begun',
    condition: "{site} = 'Dam'",
    actions: [{ type: 'hand-on', to: { type: 'User', id: dora.id } }],
    ...more,
  });
  const begin = async (site: string): Promise<string> => {
    const body = { templateId: path.split('/').at(-1), fields: { site: { text: site } } };
    return String(ok(await send('POST', '/v2/formz', body), 201).at('id'));
  };
  const narrowed = async (right: Right): Promise<string> => {
    const { services, account } = node;
    const made = await services.db.transaction((tx) =>
      services.credentials.create(
        tx,
        { accountId: account.accountId, via: 'command-line' },
        { name: right, actsAsUserId: dora.id, rights: [right] },
      ),
    );
    return node.token(made.credentialId, made.clientSecret);
  };

  test('a program makes a rule once, tries it, changes it, and deletes it', async () => {
    const headers = { 'idempotency-key': 'rule-1' };
    const made = ok(await send('POST', `${path}/rules`, rule(), { headers }), 201);
    assert.equal(made.headers['etag'], '"1"');
    assert.equal(made.at('owner', 'id'), dora.id);
    const again = ok(await send('POST', `${path}/rules`, rule(), { headers }), 201);
    assert.deepEqual(again.body, made.body);
    const id = String(made.at('id'));
    const second = ok(await send('POST', `${path}/rules`, rule({ isOn: false })), 201);
    const ids = [String(second.at('id')), id];
    ok(await send('PUT', `${path}/rules/order`, { ids }), 204);
    const listed = ok(await send('GET', `${path}/rules`));
    assert.deepEqual([listed.at('items', 0, 'id'), listed.at('items', 1, 'id')], ids);
    assert.equal(listed.at('items', 2), undefined, 'repeated with its key, it was made once');

    const formId = await begin('Weir');
    const tried = ok(await send('POST', `${path}/rules/try`, { formId, rule: rule() }));
    assert.deepEqual([tried.at('outcome'), tried.at('reason')], ['skipped', 'condition']);
    const always = rule({ condition: undefined });
    const would = ok(await send('POST', `${path}/rules/try`, { formId, rule: always }));
    assert.equal(would.at('outcome'), 'done', would.text);

    const stale = { headers: { 'if-match': '"7"' } };
    const late = await send('PUT', `/v2/rules/${id}`, rule({ name: 'Late' }), stale);
    assert.deepEqual([late.status, late.at('currentRevision')], [412, 1], late.text);
    const changed = ok(
      await send('PUT', `/v2/rules/${id}`, rule({ name: 'Mine' }), {
        headers: { 'if-match': '"1"' },
      }),
    );
    assert.deepEqual([changed.at('name'), changed.headers['etag']], ['Mine', '"2"']);
    const naming = ok(await send('GET', `/v2/rules?names=${dora.id}`));
    assert.equal(naming.at('items', 1, 'template', 'name'), 'Rounds', naming.text);
    for (const each of ids) ok(await send('DELETE', `/v2/rules/${each}`), 204);
    assert.equal((await send('DELETE', `/v2/rules/${id}`)).status, 404);
  });

  test('a rule of a program runs, and its run is asked for once more', async () => {
    const made = ok(await send('POST', `${path}/rules`, rule()), 201);
    await begin('Weir');
    const runs = () => send('GET', `${path}/rule-runs`);
    const count = async () => Object(ok(await runs()).at('items')).length;
    await waitUntil(async () => (await count()) === 1);
    const run = String((await runs()).at('items', 0, 'id'));
    ok(await send('POST', `/v2/rule-runs/${run}/again`), 202);
    await waitUntil(async () => (await count()) === 2);
    ok(await send('DELETE', `/v2/rules/${made.at('id')}`), 204);
  });

  test('a narrowed credential makes no rule, which would do more than it may', async () => {
    const made = ok(await send('POST', `${path}/rules`, rule({ isOn: false })), 201);
    const id = String(made.at('id'));
    const templates = { token: await narrowed('templates') };
    const read = { token: await narrowed('forms.read') };
    const formId = await begin('Dam');
    for (const [method, at, body] of [
      ['POST', `${path}/rules`, rule()],
      ['PUT', `/v2/rules/${id}`, rule({ isOn: true })],
      ['POST', `/v2/rule-runs/${id}/again`, undefined],
    ] as const) {
      for (const by of [templates, read]) {
        const answer = await send(method, at, body, by);
        assert.deepEqual([answer.status, answer.at('code')], [403, 'insufficient-scope'], at);
        assert.match(String(answer.at('detail')), /all rights of its user/);
      }
    }
    // What a trial says depends on the answers of the form.
    const trial = { formId, rule: rule() };
    assert.equal((await send('POST', `${path}/rules/try`, trial, templates)).status, 403);
    ok(await send('POST', `${path}/rules/try`, trial, read));
    ok(await send('PUT', `${path}/rules/order`, { ids: [id] }, templates), 204);
    ok(await send('DELETE', `/v2/rules/${id}`, undefined, templates), 204);
  });
});
