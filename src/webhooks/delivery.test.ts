// Events of real forms, delivered to a real receiver over TLS.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { FormActor } from '#form-basics/form.ts';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';
import {
  RECEIVER_ENV,
  type Receiver,
  startReceiver,
  verify,
} from '../../test/support/webhook-receiver.ts';
import { webhookContext } from './webhook.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Made {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

forEachEngine((engine) => {
  let receiver: Receiver;
  let node: Instance;
  let browser: Browser;
  let by: FormActor;
  let templateId: string;
  let count = 0;
  before(async () => {
    receiver = await startReceiver();
    node = await startInstance(engine, { env: RECEIVER_ENV });
    browser = await adminBrowser(node);
    by = { ...node.account, role: 'admin', via: 'api' };
    templateId = await publish(node);
  });
  after(async () => {
    await node.close();
    await receiver.close();
  });

  const publish = (on: Instance): Promise<string> =>
    on.services.db.transaction(async (tx) => {
      const { forms } = on.services;
      const made = await forms.createTemplate(tx, by, { name: 'Visit', definition: DEFINITION });
      return (await forms.publishTemplate(tx, by, made.id)).template.id;
    });
  const createForm = (on = node): Promise<string> =>
    on.services.db.transaction(
      async (tx) => (await on.services.forms.createForm(tx, by, { templateId })).form.id,
    );
  const subscribe = async (more: object = {}): Promise<Made> => {
    count += 1;
    const path = `/${engine.name}-${count}`;
    const body = { targetUrl: `${receiver.url}${path}`, eventTypes: ['form.created'], ...more };
    const answer = await browser.send('POST', '/app/v1/webhooks', { body });
    assert.equal(answer.status, 201, answer.text);
    return { id: String(answer.at('webhook', 'id')), secret: String(answer.at('secret')), path };
  };
  const read = (id: string) => browser.send('GET', `/app/v1/webhooks/${id}`);
  const deliveries = (id: string) => browser.send('GET', `/app/v1/webhooks/${id}/deliveries`);
  const remove = (id: string) => browser.send('DELETE', `/app/v1/webhooks/${id}`);
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    for (let waited = 0; waited < 10_000; waited += 25) {
      if (await isTrue()) return;
      await setTimeout(25);
    }
    assert.fail('it did not happen within ten seconds');
  };
  const inState = (id: string, state: string) =>
    until(async () => (await deliveries(id)).at('items', 0, 'state') === state);

  test('a receiver is told within a second, once, thinly, and can verify who told it', async () => {
    const hook = await subscribe();
    const began = Date.now();
    const formId = await createForm();
    const [got] = await receiver.waitFor(hook.path);
    assert.ok(got && Date.now() - began < 1000, `${Date.now() - began} ms`);
    assert.deepEqual(verify(hook.secret, got), {
      type: 'form.created',
      timestamp: JSON.parse(got.body).timestamp,
      data: {
        id: formId,
        templateId,
        revision: 1,
        assignment: { type: 'User', id: by.userId },
        url: `${node.baseUrl}/v2/formz/${formId}`,
      },
      Item: { Id: formId },
    });
    assert.equal(got.headers['content-type'], 'application/json');
    await inState(hook.id, 'delivered');
    assert.equal((await deliveries(hook.id)).at('items', 0, 'attempts', 0, 'status'), 204);
    assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, 1);
    assert.throws(() => verify('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', got));
    await remove(hook.id);
  });

  test('only what was asked for is told: by type, by template, by account, and what was not undone', async () => {
    const completed = await subscribe({ eventTypes: ['form.complete'] });
    const other = await subscribe({ templateId: await publish(node) });
    const formId = await createForm();
    const { db, forms } = node.services;
    await assert.rejects(
      db.transaction(async (tx) => {
        await forms.completeUnchecked(tx, by, formId);
        throw new Error('undone');
      }),
      /undone/,
    );
    await db.transaction((tx) => forms.completeUnchecked(tx, by, formId));
    const [got] = await receiver.waitFor(completed.path);
    assert.equal(JSON.parse(got?.body ?? '{}').type, 'form.completed');
    await setTimeout(100);
    const paths = receiver.received.map(({ path }) => path);
    assert.equal(paths.filter((path) => path === completed.path).length, 1);
    assert.equal(paths.filter((path) => path === other.path).length, 0);
    await remove(completed.id);
    await remove(other.id);
  });

  test('a corrected complete form is told as reopened and completed, by increasing revisions, with who corrected it', async () => {
    const hook = await subscribe({ eventTypes: ['form.reopened', 'form.completed'] });
    const formId = await createForm();
    const { db, forms } = node.services;
    await db.transaction((tx) => forms.completeUnchecked(tx, by, formId));
    await db.transaction((tx) =>
      forms.correctUnchecked(tx, by, formId, { answers: { site: 'Weir' }, field: 'site' }),
    );
    const got = (await receiver.waitFor(hook.path, 3)).map(({ body }) => JSON.parse(body));
    const told = got.toSorted((a, b) => a.data.revision - b.data.revision);
    const correction = { by: by.userId, field: 'site' };
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.revision, data.correction]),
      [
        ['form.completed', 2, undefined],
        ['form.reopened', 3, correction],
        ['form.completed', 4, correction],
      ],
    );
    await remove(hook.id);
  });

  test('a receiver that was down gets the same message later, by the same id', async () => {
    const hook = await subscribe();
    receiver.answer(hook.path, { status: 503, body: 'asleep' });
    await createForm();
    await receiver.waitFor(hook.path);
    await until(
      async () => (await deliveries(hook.id)).at('items', 0, 'attempts', 0) !== undefined,
    );
    const listed = await deliveries(hook.id);
    assert.equal(listed.at('items', 0, 'state'), 'waiting');
    assert.equal(listed.at('items', 0, 'attempts', 0, 'status'), 503);
    assert.equal(listed.at('items', 0, 'attempts', 0, 'answer'), 'asleep');
    assert.notEqual((await read(hook.id)).at('failingSince'), undefined);
    receiver.answer(hook.path, { status: 200 });
    node.clock.advance(5001);
    const [first, second] = await receiver.waitFor(hook.path, 2);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.equal(second?.body, first?.body);
    await inState(hook.id, 'delivered');
    assert.equal((await read(hook.id)).at('failingSince'), undefined);
    await remove(hook.id);
  });

  test('Retry-After is waited for', async () => {
    const hook = await subscribe();
    receiver.answer(hook.path, { status: 429, headers: { 'retry-after': '3600' } });
    await createForm();
    await until(
      async () => (await deliveries(hook.id)).at('items', 0, 'attempts', 0) !== undefined,
    );
    const next = Date.parse(String((await deliveries(hook.id)).at('items', 0, 'nextAttemptAt')));
    assert.ok(Math.abs(next - node.clock.now() - HOUR_MS) < 30_000);
    await remove(hook.id);
  });

  test('410 turns a webhook off, which is on record; what waited goes out when it is on again', async () => {
    const hook = await subscribe();
    receiver.answer(hook.path, { status: 410 });
    await createForm();
    await until(async () => (await read(hook.id)).at('state') === 'disabled');
    assert.equal((await read(hook.id)).at('disabledReason'), 'gone');
    const audit = await browser.send('GET', '/app/v1/audit-events?action=webhook.disable');
    assert.equal(audit.at('items', 0, 'target', 'id') ?? audit.at('items', 0, 'targetId'), hook.id);
    const before = receiver.received.filter(({ path }) => path === hook.path).length;
    await createForm();
    node.clock.advance(10_000);
    const refused = await browser.send('POST', `/app/v1/webhooks/${hook.id}/test`);
    assert.equal(refused.at('code'), 'webhook-disabled');
    receiver.answer(hook.path, { status: 200 });
    assert.equal(before, 1);
    const enabled = await browser.send('POST', `/app/v1/webhooks/${hook.id}/enable`);
    assert.equal(enabled.at('state'), 'active');
    await receiver.waitFor(hook.path, 2);
    await inState(hook.id, 'delivered');
    assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, 2);
    await remove(hook.id);
  });

  test('a slow receiver holds up nobody else', async () => {
    const slow = await subscribe();
    receiver.answer(slow.path, { status: 200, afterMs: 3000 });
    for (let i = 0; i < 12; i += 1) await createForm();
    const quick = await subscribe();
    const began = Date.now();
    await createForm();
    await receiver.waitFor(quick.path);
    assert.ok(Date.now() - began < 1500, `${Date.now() - began} ms`);
    const busy = receiver.received.filter(({ path }) => path === slow.path).length;
    assert.ok(busy <= 4, `${busy} at once`);
    await remove(slow.id);
    await remove(quick.id);
  });

  test('check 37: a redirect to a private address is not followed, and such an address is not taken', async () => {
    const hook = await subscribe();
    const away = await startReceiver();
    for (const location of ['https://169.254.169.254/latest/meta-data/', `${away.url}/private`]) {
      receiver.answer(hook.path, { status: 302, headers: { location } });
      await createForm();
      await until(
        async () => (await deliveries(hook.id)).at('items', 0, 'attempts', 0, 'status') === 302,
      );
    }
    assert.deepEqual(away.received, []);
    await away.close();
    for (const targetUrl of [
      'https://169.254.169.254/latest/meta-data/',
      'https://10.0.0.1/',
      'https://[::1]/',
      'http://example.com/',
      'https://user:pass@example.com/',
      'file:///etc/passwd',
    ]) {
      const body = { targetUrl, eventTypes: ['form.created'] };
      const answer = await browser.send('POST', '/app/v1/webhooks', { body });
      assert.equal(answer.at('at'), 'targetUrl', `${targetUrl}: ${answer.text}`);
    }
    // A name that points to a private address is refused only when it is called.
    await node.services.db.reader
      .updateTable('webhooks')
      .set({ target_url: 'https://169.254.169.254/' })
      .where('id', '=', hook.id)
      .execute();
    await browser.send('POST', `/app/v1/webhooks/${hook.id}/test`);
    await until(async () =>
      String((await deliveries(hook.id)).at('items', 0, 'attempts', 0, 'error')).includes(
        'not a public address',
      ),
    );
    await remove(hook.id);
  });

  test('of two secrets that are made at once both are good: neither was handed out for nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const hook = await subscribe();
      const path = `/app/v1/webhooks/${hook.id}/rotate-secret`;
      const rotate = () => browser.send('POST', path, { body: { overlapSeconds: 60 } });
      const secrets = (await Promise.all([rotate(), rotate()])).map((made) => made.at('secret'));
      const { services } = node;
      const row = await services.db.reader
        .selectFrom('webhooks')
        .select(['account_id', 'id', 'secret', 'previous_secret'])
        .where('id', '=', hook.id)
        .executeTakeFirstOrThrow();
      const context = webhookContext(row.account_id, row.id);
      const sealed = [row.secret, row.previous_secret ?? ''];
      const signing = sealed.map((text) => services.seal.open(context, text));
      assert.deepEqual(signing.toSorted(), secrets.toSorted());
      await remove(hook.id);
    }
  });

  test('a rotated secret and the one before sign together for as long as was said', async () => {
    const hook = await subscribe();
    const path = `/app/v1/webhooks/${hook.id}/rotate-secret`;
    const rotated = await browser.send('POST', path, { body: { overlapSeconds: 60 } });
    const secret = String(rotated.at('secret'));
    assert.notEqual(secret, hook.secret);
    await browser.send('POST', `/app/v1/webhooks/${hook.id}/test`);
    const [both] = await receiver.waitFor(hook.path);
    assert.ok(both);
    assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2);
    const { clock } = node;
    if (Math.abs(clock.now() - Date.now()) < 60_000) {
      for (const one of [secret, hook.secret]) verify(one, both);
    }
    clock.advance(61_000);
    await browser.send('POST', `/app/v1/webhooks/${hook.id}/test`);
    const [, alone] = await receiver.waitFor(hook.path, 2);
    assert.equal(String(alone?.headers['webhook-signature']).split(' ').length, 1);
    const row = await node.services.db.reader
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', hook.id)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(JSON.stringify(row), /whsec_/);
    assert.doesNotMatch(node.logs.join('\n'), /whsec_/);
    await remove(hook.id);
  });

  test('what a node had claimed when it was killed is due again after half a minute', async () => {
    const hook = await subscribe();
    const { clock } = node;
    const { db, ids, deliveryQueue } = node.services;
    const key = { accountId: by.accountId, webhookId: hook.id };
    const next_at = clock.now() + 30_000;
    // PostgreSQL checks the claim by its own clock, which no test can move.
    const claimed_until = engine.name === 'postgres' ? Date.now() + 1000 : next_at;
    const claimed = { state: 'waiting', attempts: 0, next_at, claimed_until } as const;
    const event = { type: 'form.created', at: clock.now(), data: '{"id":"x"}' };
    const row = { account_id: by.accountId, id: `msg_${ids.next()}`, webhook_id: hook.id };
    await db.reader
      .insertInto('webhook_deliveries')
      .values({ ...row, ...event, ...claimed })
      .execute();
    const look = () => db.transaction(async (tx) => deliveryQueue.remind(tx, key));
    await look();
    await setTimeout(100);
    assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, 0);
    clock.advance(30_000);
    if (engine.name === 'postgres') {
      await look();
      assert.equal(receiver.received.filter(({ path }) => path === hook.path).length, 0);
      await setTimeout(1000);
    }
    await look();
    const [got] = await receiver.waitFor(hook.path);
    assert.equal(got?.headers['webhook-id'], row.id);
    await inState(hook.id, 'delivered');
    await remove(hook.id);
  });

  test('after seven retries an event is given up; after five days of that the webhook is off; it can be sent again', async () => {
    const hook = await subscribe();
    receiver.answer(hook.path, { status: 500 });
    await createForm();
    const { db, deliveryQueue } = node.services;
    const attempts = async () =>
      (await db.reader.selectFrom('webhook_attempts').selectAll().execute()).filter(
        ({ status }) => status === 500,
      ).length;
    for (let seen = 1; seen <= 8; seen += 1) {
      await until(async () => (await attempts()) >= seen);
      node.clock.advance(DAY_MS);
      const key = { accountId: by.accountId, webhookId: hook.id };
      await db.transaction(async (tx) => deliveryQueue.remind(tx, key));
    }
    // Sessions end within days, so the admin signs in again.
    browser = await adminBrowser(node);
    await inState(hook.id, 'failed');
    assert.equal((await read(hook.id)).at('disabledReason'), 'failing');
    const listed = await deliveries(hook.id);
    receiver.answer(hook.path, { status: 200 });
    await browser.send('POST', `/app/v1/webhooks/${hook.id}/enable`);
    const id = String(listed.at('items', 0, 'id'));
    const again = `/app/v1/webhooks/${hook.id}/deliveries/${id}/resend`;
    assert.equal((await browser.send('POST', again)).status, 204);
    await inState(hook.id, 'delivered');
    const got = await receiver.waitFor(hook.path, 9);
    assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1);
    await remove(hook.id);
  });
});
