// The package @formstead/client when something fails: tokens end, the service is busy, restarts, or answers get lost.
// Nightly: it waits as clients wait.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { allOf, type InstalledClient, installClient } from '../support/client-package.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { type Engine, forEngineOrBoth } from '../support/engines.ts';
import { type Instance, type InstanceOptions, startInstance } from '../support/instance.ts';

const TEMPLATE = {
  body: {
    name: 'Dams',
    definition: { pages: [{ name: 'page1', elements: [{ type: 'text', name: 'site' }] }] },
  },
};
const WITH_FILE = {
  body: {
    name: 'Dams',
    definition: { pages: [{ name: 'page1', elements: [{ type: 'file', name: 'papers' }] }] },
  },
};
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const count = ({ logs }: Pick<Instance, 'logs'>, path: string, status: number): number =>
  logs.filter((line) => {
    const entry = JSON.parse(line);
    return JSON.stringify(entry).includes(`"${path}"`) && entry.status === status;
  }).length;

describe('the client when something fails', () => {
  let installed: InstalledClient;
  before(async () => {
    installed = await installClient();
  });
  after(() => installed.remove());

  const open = async (engine: Engine, options: InstanceOptions = {}, more: object = {}) => {
    const node = await startInstance(engine, options);
    const client = installed.module.createClient({ ...node, ...node.account, ...more });
    return { node, client };
  };

  forEngineOrBoth('sqlite', (engine) => {
    test('asks for one token for all who wait, and for a new one once when it ended in the middle', async (t) => {
      const { node, client } = await open(engine);
      t.after(() => node.close());
      const all = () => Promise.all(Array.from({ length: 8 }, () => client.get('/v2/templates')));
      await all();
      assert.equal(count(node, '/connect/token', 200), 1);
      // The service says that it ended, while the clock of the client has hardly moved.
      node.clock.advance(3_601_000);
      await all();
      assert.equal(count(node, '/connect/token', 200), 2);
      assert.equal((await client.post('/v2/templates', TEMPLATE)).name, 'Dams');
    });

    test('is told once when its credential is refused, and shows its secret nowhere', async (t) => {
      const { node, client } = await open(engine);
      t.after(() => node.close());
      const { createClient } = installed.module;
      const clientSecret = `${node.account.clientSecret}x`;
      const stranger = createClient({ ...node, ...node.account, clientSecret });
      const error: unknown = await stranger.get('/v2/templates').catch((cause: unknown) => cause);
      assert.ok(error instanceof installed.module.FormsteadError);
      assert.deepEqual([error.status, error.code], [401, 'invalid_client']);
      assert.equal(error.operation, 'POST /connect/token');
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
      assert.equal(count(node, '/connect/token', 401), 1);
      await assert.rejects(
        createClient({ ...node, ...node.account, baseUrl: 'https://localhost:1', retries: 0 }).get(
          '/v2/templates',
        ),
        (cause) => {
          assert.equal(Object(cause).code, 'network');
          assert.doesNotMatch(inspect(cause, { depth: 9, showHidden: true }), /fsk_/);
          return true;
        },
      );
      await client.get('/v2/templates');
      for (const shown of [error, stranger, client]) {
        const text = inspect(shown, { depth: 9, showHidden: true });
        assert.equal(text.includes(node.account.clientSecret), false);
        assert.doesNotMatch(text, /fsk_|eyJ/);
      }
    });

    test('tells the code, the position, the request and all faults of a refusal', async (t) => {
      const { node, client } = await open(engine);
      t.after(() => node.close());
      const refused = (call: Promise<unknown>, wanted: object) =>
        assert.rejects(call, (error) => {
          const { code, status, at, requestId } = Object(error);
          assert.deepEqual({ code, status, at }, wanted);
          assert.ok(node.logs.some((line) => line.includes(requestId)));
          return true;
        });
      const path = { id: NOWHERE };
      await refused(client.get('/v2/formz/{id}', { path }), {
        code: 'not-found',
        status: 404,
        at: undefined,
      });
      await refused(client.get('/v2/formz', { query: { sort: 'colour' } }), {
        code: 'invalid-parameter',
        status: 400,
        at: 'sort',
      });
      for (const id of ['', '.', '..', '\ud800']) {
        await assert.rejects(client.get('/v2/formz/{id}', { path: { id } }), TypeError);
      }
    });

    test('waits as long as a busy service asks, or says how long that would be', async (t) => {
      const { node, client } = await open(engine, { env: { FORMSTEAD_LIMIT_API: '3' } });
      t.after(() => node.close());
      const hasty = installed.module.createClient({ ...node, ...node.account, maxRetryDelayMs: 1 });
      for (let used = 0; used < 3; used += 1) await client.get('/v2/templates');
      await assert.rejects(hasty.get('/v2/templates'), (error) => {
        const { code, retryAfterSeconds } = Object(error);
        assert.equal(code, 'too-many-requests');
        assert.ok(retryAfterSeconds > 5);
        return true;
      });
      assert.equal(count(node, '/v2/templates', 429), 1);
    });

    test('sends what a crowded service refused again, whatever it is', async (t) => {
      const env = { FORMSTEAD_LIMIT_CONCURRENT: '4' };
      // The service asks for a second, which is the longest that this client waits.
      const { node, client } = await open(engine, { env }, { retries: 10, maxRetryDelayMs: 1000 });
      t.after(() => node.close());
      const { id } = await client.post('/v2/templates', TEMPLATE);
      // Opens the connections, so that the requests after it arrive together.
      const path = { id };
      const crowd = Array.from({ length: 24 });
      await Promise.all(crowd.map(() => client.get('/v2/templates/{id}/draft', { path })));
      // A PATCH may not be repeated otherwise. Here the service did nothing when it refused it.
      const names = crowd.map((_, index) => `Dams ${index}`);
      const changed = await Promise.all(
        names.map((name) => client.patch('/v2/templates/{id}/draft', { path, body: { name } })),
      );
      assert.deepEqual(
        changed.map(({ name }) => name),
        names,
      );
      assert.ok(count(node, `/v2/templates/${id}/draft`, 429) > 0);
    });

    test('gets over a restart, and creates what it is asked to once', async (t) => {
      const storage = await engine.fresh('any');
      const { node, client } = await open(engine, { storage });
      const template = await client.post('/v2/templates', TEMPLATE);
      const { port } = node.server;
      await node.close();
      const waiting = Promise.all([
        client.get('/v2/templates/{id}/draft', { path: { id: template.id } }),
        client.post('/v2/templates', TEMPLATE),
      ]);
      const settled = waiting.then(
        () => undefined,
        (error: unknown) => error,
      );
      await sleep(300);
      const again = await startInstance(engine, {
        storage,
        account: node.account,
        env: { FORMSTEAD_PORT: String(port) },
      });
      t.after(() => again.close());
      assert.equal(await settled, undefined);
      assert.equal((await allOf(client.items('/v2/templates'))).length, 2);
    });

    test('creates a thing once when the answer is lost, and does not repeat what may not be repeated', async (t) => {
      const node = await startInstance(engine);
      t.after(() => node.close());
      const proxy = await startCuttingProxy(node.baseUrl);
      t.after(() => proxy.close());
      const { ca, account } = node;
      const client = installed.module.createClient({ ...account, ca, baseUrl: proxy.baseUrl });
      // Opens the connection, so that what is lost is the answer.
      await client.get('/v2/templates');
      await sleep(50);
      proxy.loseNextAnswer();
      const template = await client.post('/v2/templates', TEMPLATE);
      assert.equal(proxy.lost(), 1);
      const kept = await allOf(client.items('/v2/templates'));
      assert.deepEqual(
        kept.map(({ id }) => id),
        [template.id],
      );
      const form = { body: { templateId: template.id } };
      const path = { id: template.id };
      await client.post('/v2/templates/{id}/publish', { path });
      const { id } = await client.post('/v2/formz', form);
      proxy.loseNextAnswer();
      const change = { path: { id }, body: { fields: {} } };
      await assert.rejects(client.patch('/v2/formz/{id}', change), { code: 'network' });
      assert.equal(count(node, `/v2/formz/${id}`, 200), 1, 'it was done, and not again');
    });

    test('says so when the connection breaks in the middle of a file', async (t) => {
      const node = await startInstance(engine);
      t.after(() => node.close());
      const proxy = await startCuttingProxy(node.baseUrl);
      t.after(() => proxy.close());
      const { ca, account } = node;
      const client = installed.module.createClient({ ...account, ca, baseUrl: proxy.baseUrl });
      const { id } = await client.post('/v2/templates', WITH_FILE);
      await client.post('/v2/templates/{id}/publish', { path: { id } });
      const form = await client.post('/v2/formz', { body: { templateId: id } });
      const file = await client.uploadAttachment(form.id, {
        field: 'papers',
        contentType: 'text/plain',
        body: Buffer.alloc(3_000_000, 'dam '),
      });
      proxy.loseNextAnswer(500_000);
      const response = await client.downloadAttachment(form.id, file.id);
      await assert.rejects(response.arrayBuffer());
      assert.equal(proxy.lost(), 1);
      const whole = await client.downloadAttachment(form.id, file.id);
      assert.equal((await whole.arrayBuffer()).byteLength, 3_000_000);
    });

    test('says so when a stream ends early, nothing answers in time, or somebody aborts', async (t) => {
      const cut = 'application/x-ndjson';
      const { node } = await open(engine);
      t.after(() => node.close());
      const { createClient } = installed.module;
      const real = createClient({ ...node, ...node.account });
      const { id } = await real.post('/v2/templates', TEMPLATE);
      const token = JSON.stringify({ access_token: 'a', expires_in: 3600 });
      const { ca: _ca, ...without } = node;
      const through = (answer: (signal: AbortSignal) => Promise<Response>) =>
        createClient({
          ...without,
          ...node.account,
          timeoutMs: 100,
          retries: 0,
          fetch: async (url, { signal }) =>
            url.endsWith('/connect/token') ? new Response(token) : await answer(signal),
        });
      const half = through(
        async () =>
          new Response('{"formId":"1"}\n{"formId":', { headers: { 'content-type': cut } }),
      );
      const seen: unknown[] = [];
      const read = async () => {
        for await (const form of await half.answers(id)) seen.push(form.formId);
      };
      await assert.rejects(read(), { code: 'network' });
      assert.deepEqual(seen, ['1']);
      const silent = through(async (signal) => {
        await sleep(10_000, undefined, { signal });
        return new Response();
      });
      await assert.rejects(silent.get('/v2/templates'), { code: 'timeout' });
      const signal = AbortSignal.timeout(20);
      await assert.rejects(silent.get('/v2/templates', { signal }), { code: 'aborted' });
      const asleep = createClient({
        ...{ ...without, ...node.account },
        fetch: async (_url, init) => {
          await sleep(10_000, undefined, { signal: init.signal, ref: false });
          return new Response(token);
        },
      });
      const over = { signal: AbortSignal.abort() };
      await assert.rejects(asleep.get('/v2/templates', over), { code: 'aborted' });
      const portal = through(async () => new Response('<h1>Sign in</h1>'));
      await assert.rejects(portal.get('/v2/templates'), { code: 'unexpected-answer', status: 200 });
      await assert.rejects(allOf(await portal.answers(id)), { code: 'network' });
      const page = through(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
      await assert.rejects(page.get('/v2/templates'), { code: 'unexpected-answer', status: 502 });
    });
  });

  test('refuses an address without TLS, and an authority beside a fetch of your own', () => {
    const { createClient } = installed.module;
    const credential = { clientId: 'a', clientSecret: 'b' };
    assert.throws(() => createClient({ baseUrl: 'http://localhost', ...credential }), TypeError);
    const both = { ca: 'pem', fetch: async () => new Response() };
    assert.throws(
      () => createClient({ baseUrl: 'https://localhost', ...credential, ...both }),
      TypeError,
    );
  });
});
