// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { FAILING_MS } from './retry.ts';
import { settle } from './settle.ts';
import { selectWebhook, updateWebhook, type WebhookRow } from './webhooks.store.ts';

const LAST = 7;
const ATTEMPT = { ms: 1, error: undefined, answer: undefined, retryAfter: undefined };

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const read = async (id: string): Promise<WebhookRow> => {
    const row = await selectWebhook(node.services.db.reader, node.account.accountId, id);
    assert.ok(row);
    return row;
  };
  const make = async (): Promise<WebhookRow> => {
    const body = { targetUrl: 'https://hooks.example.com/', eventTypes: ['form.created'] };
    const made = await (await adminBrowser(node)).send('POST', '/app/v1/webhooks', { body });
    assert.equal(made.status, 201, made.text);
    return read(String(made.at('webhook', 'id')));
  };
  const end = (webhook: WebhookRow, status: number): Promise<void> => {
    const { db, ids, audit, tell } = node.services;
    const claimed = { account_id: webhook.account_id, id: 'msg_1', until: 1, attempts: LAST };
    const attempt = { ...ATTEMPT, status, at: node.clock.now() };
    return settle({ db, ids, audit, tell, clock: node.clock }, webhook, claimed, attempt);
  };
  const move = async (id: string): Promise<void> => {
    const body = { targetUrl: 'https://moved.example.com/' };
    const path = `/app/v1/webhooks/${id}`;
    const moved = await (await adminBrowser(node)).send('PATCH', path, { body });
    assert.equal(moved.status, 200, moved.text);
  };
  const longAgo = () => node.clock.now() - FAILING_MS - 1;

  test('a webhook stays on when something came through while the attempt that failed was under way', async () => {
    const webhook = await make();
    await end({ ...webhook, failing_since: longAgo() }, 500);
    assert.equal((await read(webhook.id)).state, 'active');
  });

  test('what the address before a change answers turns nothing off', async () => {
    const webhook = await make();
    await move(webhook.id);
    await end(webhook, 410);
    await end(webhook, 500);
    const { state, failing_since } = await read(webhook.id);
    assert.deepEqual([state, failing_since], ['active', null]);
  });

  test('a new address is not blamed for the failing of the one before', async () => {
    const webhook = await make();
    const { db } = node.services;
    await updateWebhook(db.reader, webhook.account_id, webhook.id, { failing_since: longAgo() });
    await move(webhook.id);
    const moved = await read(webhook.id);
    assert.equal(moved.failing_since, null);
    await end(moved, 500);
    assert.equal((await read(webhook.id)).state, 'active');
    await end(moved, 410);
    assert.equal((await read(webhook.id)).state, 'disabled');
  });

  test('what comes through ends a failing that began while it was under way', async () => {
    const webhook = await make();
    const { db } = node.services;
    await updateWebhook(db.reader, webhook.account_id, webhook.id, { failing_since: longAgo() });
    await end(webhook, 204);
    assert.equal((await read(webhook.id)).failing_since, null);
  });
});
