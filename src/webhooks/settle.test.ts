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
    const { db, ids, audit } = node.services;
    const claimed = { account_id: webhook.account_id, id: 'msg_1', until: 1, attempts: LAST };
    const attempt = { ...ATTEMPT, status, at: node.clock.now() };
    return settle({ db, ids, audit, clock: node.clock }, webhook, claimed, attempt);
  };
  const longAgo = () => node.clock.now() - FAILING_MS - 1;

  test('a webhook stays on when something came through while the attempt that failed was under way', async () => {
    const webhook = await make();
    await end({ ...webhook, failing_since: longAgo() }, 500);
    assert.equal((await read(webhook.id)).state, 'active');
  });

  test('what comes through ends a failing that began while it was under way', async () => {
    const webhook = await make();
    const { db } = node.services;
    await updateWebhook(db.reader, webhook.account_id, webhook.id, { failing_since: longAgo() });
    await end(webhook, 204);
    assert.equal((await read(webhook.id)).failing_since, null);
  });
});
