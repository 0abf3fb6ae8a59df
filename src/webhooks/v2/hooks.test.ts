// Webhooks in the shapes of the reference service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

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

  test('one webhook gets several events, is changed, turned off and on, and gets a new secret', async () => {
    const eventTypes = ['form.created', 'form.deleted'];
    const made = await subscribe({ eventTypes, targetUrl: TARGET, description: 'Copies' });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual([made.at('eventTypes'), made.at('eventType')], [eventTypes, 'form.created']);
    const path = `/v2/webhooks/${made.at('id')}`;
    const change = (body: object) => node.request('PATCH', path, { body });
    const changed = await change({ eventTypes: ['form.reopened'], description: null });
    assert.deepEqual(
      [changed.at('eventTypes'), changed.at('description')],
      [['form.reopened'], undefined],
    );
    const off = await change({ state: 'disabled' });
    assert.deepEqual([off.at('state'), off.at('disabledReason')], ['disabled', 'admin']);
    const test = () => node.request('POST', `${path}/test`);
    assert.equal((await test()).status, 409);
    const on = await change({ state: 'active' });
    assert.deepEqual([on.at('state'), on.at('disabledReason')], ['active', undefined]);
    const renewed = await node.request('POST', `${path}/rotate-secret`, {
      body: { overlapSeconds: 60 },
    });
    assert.match(String(renewed.at('secret')), /^whsec_/);
    assert.notEqual(renewed.at('secret'), made.at('secret'));
    assert.ok(renewed.at('previousSecretUntil'));
    assert.doesNotMatch((await node.request('GET', path)).text, /whsec_/);
    for (const [body, at] of [
      [{ eventTypes: [] }, 'eventTypes'],
      [{ targetUrl: 'http://hooks.example/' }, 'targetUrl'],
      [{ entityId: 'nobody' }, 'entityId'],
      [{ secret: 'mine' }, 'secret'],
    ] as const) {
      const refused = await change(body);
      assert.deepEqual([refused.status, refused.at('at')], [400, at], refused.text);
    }
    for (const body of [
      { targetUrl: TARGET },
      { eventTypes, eventType: 'form.deleted', targetUrl: TARGET },
    ]) {
      assert.equal((await subscribe(body)).at('at'), 'eventTypes');
    }
  });

  test('deliveries are listed newest first, page by page, and one is sent again', async () => {
    // Nobody has this address, so that the deliveries wait.
    const targetUrl = 'https://hooks.invalid/a';
    const made = await subscribe({ eventTypes: ['form.created'], targetUrl });
    const path = `/v2/webhooks/${made.at('id')}`;
    const sent: unknown[] = [];
    for (let i = 0; i < 3; i += 1) {
      const test = await node.request('POST', `${path}/test`);
      assert.equal(test.status, 202, test.text);
      sent.unshift(test.at('deliveryId'));
    }
    const found: unknown[] = [];
    for (let next: string | undefined = `${path}/deliveries?pageSize=2`; next !== undefined; ) {
      const page: Answer = await node.request('GET', next);
      assert.equal(page.status, 200, page.text);
      found.push(...[page.body].flat().map((each) => Object(each).id));
      const link: string | undefined = /<([^>]+)>; rel="next"/.exec(
        page.headers['link'] ?? '',
      )?.[1];
      next = link?.slice(node.baseUrl.length);
    }
    assert.deepEqual(found, sent);
    const again = await node.request('POST', `${path}/deliveries/${sent[0]}/resend`);
    assert.equal(again.status, 204, again.text);
    assert.equal((await node.request('POST', `${path}/deliveries/msg_x/resend`)).status, 404);
    const foreign = await node.request('GET', `${path}/deliveries?after=nonsense`);
    assert.deepEqual([foreign.status, foreign.at('at')], [400, 'after']);
  });
});
