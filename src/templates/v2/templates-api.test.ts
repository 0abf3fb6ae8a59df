// A program makes, changes and publishes templates with the rights of its user.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { codeOf } from '../../../test/support/error-code.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const make = (body: object, token?: string) =>
    node.request('POST', '/v2/templates', { body, ...(token !== undefined && { token }) });

  test('a template is made, published, changed and published again; forms keep their version', async () => {
    const made = await make({ name: 'Visit', definition: DEFINITION });
    assert.equal(made.status, 201, made.text);
    const path = `/v2/templates/${made.at('id')}`;
    assert.equal(made.headers['location'], `${node.baseUrl}${path}`);
    assert.deepEqual(
      [made.at('status'), made.at('version'), made.at('hasChanges'), made.headers['etag']],
      ['draft', null, true, '"1"'],
    );
    const early = await node.request('POST', '/v2/formz', { body: { templateId: made.at('id') } });
    assert.deepEqual([early.status, codeOf(early)], [409, 'template-state']);
    const published = await node.request('POST', `${path}/publish`);
    assert.deepEqual([published.at('status'), published.at('version')], ['published', 1]);
    const form = await node.request('POST', '/v2/formz', { body: { templateId: made.at('id') } });
    const definition = { elements: [{ type: 'text', name: 'colour' }] };
    const changed = await node.request('PATCH', `${path}/draft`, { body: { definition } });
    assert.deepEqual([changed.at('hasChanges'), changed.at('definition')], [true, definition]);
    const again = await node.request('POST', `${path}/publish`);
    assert.equal(again.at('version'), 2);
    // Repeating it changes nothing.
    assert.deepEqual((await node.request('POST', `${path}/publish`)).body, again.body);
    const kept = await node.request('GET', `/v2/formz/${form.at('id')}`);
    assert.equal(kept.at('templateVersion'), 1);
    const fields = (await node.request('GET', path)).at('fields');
    assert.deepEqual(Object.keys(Object(fields)), ['colour']);
  });

  test('what somebody else changed is not overwritten, and an unchanged draft is not sent again', async () => {
    const made = await make({ name: 'Contended', definition: DEFINITION });
    const path = `/v2/templates/${made.at('id')}/draft`;
    const body = { description: 'Mine' };
    const headers = { 'if-match': '"1"' };
    assert.equal((await node.request('PATCH', path, { body, headers })).headers['etag'], '"2"');
    const lost = await node.request('PATCH', path, { body: { name: 'Theirs' }, headers });
    assert.deepEqual([lost.status, lost.at('currentRevision')], [412, 2]);
    const publish = path.replace('/draft', '/publish');
    assert.equal((await node.request('POST', publish, { headers })).status, 412);
    const ifNoneMatch = { 'if-none-match': '"2"' };
    assert.equal((await node.request('GET', path, { headers: ifNoneMatch })).status, 304);
    assert.equal((await node.request('GET', path)).at('name'), 'Contended');
  });

  test('the rules of the builder hold: what nobody could fill in is refused, position by position', async () => {
    const elements = [
      { type: 'text', name: 'a' },
      { type: 'text', name: 'a' },
    ];
    const twice = await make({ name: 'Twice', definition: { elements } });
    assert.deepEqual([twice.status, codeOf(twice)], [422, 'invalid-definition']);
    assert.ok(Array.isArray(twice.at('faults')));
    const scripted = await make({
      name: 'Scripted',
      definition: { elements: [{ type: 'html', name: 'a', html: '<script>1</script>' }] },
    });
    assert.equal(scripted.status, 422, scripted.text);
    const empty = await make({ name: 'Empty' });
    const refused = await node.request('POST', `/v2/templates/${empty.at('id')}/publish`);
    assert.deepEqual([refused.status, codeOf(refused)], [422, 'invalid-definition']);
    assert.equal((await make({ name: 'Odd', colour: 'blue' })).status, 400);
  });

  test('only those who manage a template read or change its draft', async () => {
    const made = await make({ name: 'Mine', definition: DEFINITION });
    const path = `/v2/templates/${made.at('id')}`;
    const designer = await node.addUser('dora', 'designer');
    const member = await node.addUser('milo', 'member');
    const ask = (method: string, at: string, token: string, body?: object) =>
      node.request(method, at, { token, ...(body && { body }) });
    // A draft is unknown to designers who have no right on it.
    assert.equal((await ask('GET', `${path}/draft`, designer.token)).status, 404);
    await node.request('POST', `${path}/publish`);
    for (const [method, at] of [
      ['PATCH', `${path}/draft`],
      ['POST', `${path}/publish`],
      ['POST', `${path}/archive`],
      ['POST', `${path}/restore`],
      ['DELETE', path],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Taken' } : undefined;
      assert.ok([403, 404].includes((await ask(method, at, designer.token, body)).status), at);
      assert.equal((await ask(method, at, member.token, body)).status, 403, at);
    }
    const own = await make({ name: 'Own', definition: DEFINITION }, designer.token);
    assert.equal(own.status, 201, own.text);
    assert.equal(
      (await ask('POST', `/v2/templates/${own.at('id')}/publish`, designer.token)).status,
      200,
    );
    assert.equal((await make({ name: 'No' }, member.token)).status, 403);
  });

  test('no forms can be made from an archived template until it is restored', async () => {
    const made = await make({ name: 'Old', definition: DEFINITION });
    const path = `/v2/templates/${made.at('id')}`;
    await node.request('POST', `${path}/publish`);
    assert.equal((await node.request('POST', `${path}/archive`)).at('status'), 'archived');
    const body = { templateId: made.at('id') };
    assert.equal((await node.request('POST', '/v2/formz', { body })).status, 409);
    assert.equal(
      (await node.request('PATCH', `${path}/draft`, { body: { name: 'New' } })).status,
      409,
    );
    assert.equal((await node.request('POST', `${path}/restore`)).at('status'), 'published');
    assert.equal((await node.request('POST', '/v2/formz', { body })).status, 201);
  });

  test('a draft that was never published is deleted, unless somebody has changed it; others are archived', async () => {
    const made = await make({ name: 'Mistake', definition: DEFINITION });
    const path = `/v2/templates/${made.at('id')}`;
    await node.request('PATCH', `${path}/draft`, { body: { description: 'Not so' } });
    const remove = (headers = {}) => node.request('DELETE', path, { headers });
    assert.equal((await remove({ 'if-match': '"1"' })).status, 412);
    assert.equal((await remove({ 'if-match': '"2"' })).status, 204);
    assert.equal((await remove()).status, 404);
    assert.equal((await node.request('GET', `${path}/draft`)).status, 404);
    const kept = await make({ name: 'Kept', definition: DEFINITION });
    await node.request('POST', `/v2/templates/${kept.at('id')}/publish`);
    const refused = await node.request('DELETE', `/v2/templates/${kept.at('id')}`);
    assert.deepEqual([refused.status, codeOf(refused)], [409, 'template-state']);
    assert.equal(refused.at('reason'), 'template-was-published');
  });
});
