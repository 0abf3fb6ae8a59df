// Webhooks in the shapes of the reference service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const TARGET = 'https://hooks.example/a';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const subscribe = (body: object) => node.request('POST', '/v2/webhooks', { body });

  test('a client of the reference service subscribes, lists by template, reads and unsubscribes', async () => {
    const { db, forms } = node.services;
    const by = { ...node.account, role: 'admin', via: 'api' } as const;
    const { id: entityId } = await db.transaction((tx) =>
      forms.createTemplate(tx, by, { name: 'Visit' }),
    );
    const written = entityId.toUpperCase();
    const made = await subscribe({
      eventType: 'form.complete',
      targetUrl: TARGET,
      entityId: written,
    });
    assert.equal(made.status, 201, made.text);
    const { secret, ...shown } = Object(made.body);
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(shown, {
      id: shown.id,
      eventType: 'form.complete',
      eventTypes: ['form.complete'],
      targetUrl: TARGET,
      entityId,
      state: 'active',
    });
    await subscribe({ eventType: 'form.deleted', targetUrl: TARGET });
    const all = await node.request('GET', '/v2/webhooks');
    assert.equal(all.headers['x-total-count'], '2');
    assert.doesNotMatch(all.text, /whsec_|secret/);
    const ofTemplate = await node.request('GET', `/v2/webhooks?entityId=${written}`);
    assert.deepEqual(ofTemplate.body, [shown]);
    const second = await node.request('GET', '/v2/webhooks?pageSize=1&pageNumber=2');
    assert.equal(second.at(0, 'eventType'), 'form.deleted');
    const path = `/v2/webhooks/${shown.id}`;
    assert.deepEqual((await node.request('GET', path)).body, shown);
    assert.equal((await node.request('DELETE', path)).status, 204);
    assert.equal((await node.request('GET', path)).status, 404);
    assert.equal((await node.request('DELETE', path)).status, 404);
  });

  test('what would never be sent is refused, and says what is wrong', async () => {
    const right = { eventType: 'form.complete', targetUrl: TARGET };
    for (const [change, at] of [
      [{ eventType: 'form.exploded' }, 'eventType'],
      [{ targetUrl: 'http://hooks.example/' }, 'targetUrl'],
      [{ targetUrl: 'https://192.168.1.1/' }, 'targetUrl'],
      [{ targetUrl: 'https://hooks.exa\nmple/' }, 'targetUrl'],
      [{ entityId: 'nobody' }, 'entityId'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      const answer = await subscribe({ ...right, ...change });
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.at('at'), at);
    }
  });
});
