// What is deleted over the API, and what comes back.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALL_KINDS, PNG } from '../../../test/support/all-kinds.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  type Answer,
  type Call,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let bob: { readonly token: string };
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    bob = await node.addUser('bob');
    const made = await send('POST', '/v2/templates', {
      body: { name: 'Inspection', definition: ALL_KINDS },
    });
    templateId = String(made.at('id'));
    ok(await send('POST', `/v2/templates/${templateId}/publish`));
  });
  after(() => node.close());

  const send = (method: string, path: string, call: Call = {}) => node.request(method, path, call);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };

  test('a deleted form comes back over the API, to those who may edit answers', async () => {
    const made = ok(await send('POST', '/v2/formz', { body: { templateId } }), 201);
    const path = `/v2/formz/${made.at('id')}`;
    ok(await send('DELETE', path), 204);
    assert.equal((await send('GET', path)).status, 404);
    const restore = (token?: string) =>
      send('POST', `${path}/restore`, token === undefined ? {} : { token });
    assert.equal((await restore(bob.token)).status, 404);
    const back = ok(await restore());
    assert.deepEqual([back.at('deleted'), back.at('id')], [false, made.at('id')]);
    assert.equal(ok(await send('GET', path)).headers['etag'], back.headers['etag']);
    ok(await restore());
  });

  test('a file that no answer names is deleted over the API, and another one stays', async () => {
    const made = ok(await send('POST', '/v2/formz', { body: { templateId } }), 201);
    const form = `/v2/formz/${made.at('id')}`;
    const upload = { body: PNG, headers: { 'content-type': 'image/png' } };
    const file = ok(await send('POST', `${form}/attachments?field=photo`, upload), 201);
    const path = `${form}/attachments/${file.at('id')}`;
    const photo = { files: [{ id: file.at('id') }] };
    ok(await send('PATCH', form, { body: { fields: { photo } } }));
    const named = await send('DELETE', path);
    assert.deepEqual([named.status, named.at('code')], [409, 'attachment-used']);
    ok(await send('PATCH', form, { body: { fields: { photo: null } } }));
    assert.equal((await send('DELETE', path, { token: bob.token })).status, 404);
    ok(await send('DELETE', path), 204);
    assert.equal((await send('GET', path)).status, 404);
    assert.equal((await send('DELETE', path)).status, 404);
  });
});
