// Each delivery reaches a receiver once: after a restart, with two nodes, and with differing clocks.
// Nightly: several nodes take turns.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FormActor } from '#form-basics/form.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';

forEachEngine((engine) => {
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  const actor = ({ account }: Instance): FormActor => ({ ...account, role: 'admin', via: 'api' });
  const start = (storage: EngineInstance, account?: Instance['account']) =>
    startInstance(engine, { storage, env: RECEIVER_ENV, ...(account && { account }) });
  /** @returns the id of a template whose forms the receiver is told of, and the id of the webhook */
  const subscribe = async (node: Instance, path: string) => {
    const { db, forms } = node.services;
    const templateId = await db.transaction(async (tx) => {
      const named = { name: 'Visit', definition: DEFINITION };
      const made = await forms.createTemplate(tx, actor(node), named);
      return (await forms.publishTemplate(tx, actor(node), made.id)).template.id;
    });
    const body = { targetUrl: `${receiver.url}${path}`, eventType: 'form.created' };
    const made = await node.request('POST', '/v2/webhooks', { body });
    assert.equal(made.status, 201, made.text);
    return { templateId, webhookId: String(made.at('id')) };
  };
  const createForm = (node: Instance, templateId: string) => {
    const { db, forms } = node.services;
    return db.transaction((tx) => forms.createForm(tx, actor(node), { templateId }));
  };
  const told = (path: string) => receiver.received.filter((each) => each.path === path);

  test('what a node left when it stopped is told by the one that comes after it', async () => {
    const storage = await engine.fresh();
    const path = `/${engine.name}-restart`;
    receiver.answer(path, { status: 200, afterMs: 60_000 });
    const first = await start(storage);
    const { templateId } = await subscribe(first, path);
    await createForm(first, templateId);
    await receiver.waitFor(path);
    await first.close();
    receiver.answer(path, { status: 200 });
    const second = await start(storage, first.account);
    try {
      const [cut, whole] = await receiver.waitFor(path, 2);
      assert.equal(whole?.headers['webhook-id'], cut?.headers['webhook-id']);
    } finally {
      await second.close();
    }
  });

  if (engine.name === 'sqlite') return;

  test('two nodes on one PostgreSQL tell a receiver once', async () => {
    const storage = await engine.fresh();
    const one = await start(storage);
    const two = await start(storage, one.account);
    try {
      const { templateId } = await subscribe(one, '/two-nodes');
      for (let i = 0; i < 10; i += 1) {
        await Promise.all([createForm(one, templateId), createForm(two, templateId)]);
      }
      await receiver.waitFor('/two-nodes', 20);
      await setTimeout(2500);
      const ids = told('/two-nodes').map(({ headers }) => headers['webhook-id']);
      assert.equal(new Set(ids).size, 20);
      assert.equal(ids.length, 20);
    } finally {
      await one.close();
      await two.close();
    }
  });

  test('a node whose clock is two minutes ahead tells nobody again what another one is telling', async () => {
    const storage = await engine.fresh();
    const one = await start(storage);
    const two = await start(storage, one.account);
    two.clock.advance(120_000);
    receiver.answer('/clocks-apart', { status: 200, afterMs: 4000 });
    try {
      const { templateId, webhookId } = await subscribe(one, '/clocks-apart');
      await createForm(one, templateId);
      await receiver.waitFor('/clocks-apart');
      const { db, deliveryQueue } = two.services;
      for (let looks = 0; looks < 10; looks += 1) {
        const key = { accountId: one.account.accountId, webhookId };
        await db.transaction(async (tx) => deliveryQueue.remind(tx, key));
        await setTimeout(200);
      }
      assert.equal(told('/clocks-apart').length, 1);
    } finally {
      await one.close();
      await two.close();
    }
  });
});
