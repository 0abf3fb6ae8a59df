// PostgreSQL does not respond, or a row is kept locked by somebody else: every wait ends, and unaffected requests do
// not wait.
// Nightly: it waits for connections that nobody answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { commandLine, envOf } from '../support/command-line.ts';
import { forEachEngine } from '../support/engines.ts';
import { startInstance } from '../support/instance.ts';
import { killedServer } from '../support/killed-server.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';

const PATIENT = { FORMSTEAD_DATABASE_STATEMENT_SECONDS: '2' };
const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

forEachEngine((engine) => {
  // SQLite is a file: no network can fail, and no other process can hold a row.
  if (engine.name === 'sqlite') return;

  test('connections that went silent are given up in seconds, and then requests are answered as before', async (t) => {
    const storage = await engine.fresh('any');
    const proxy = await startPostgresProxy(storage.databaseUrl ?? '');
    const there = { ...storage, databaseUrl: proxy.url };
    const node = await startInstance(engine, { storage: there, env: PATIENT });
    t.after(async () => {
      await node.close();
      await proxy.close();
    });
    const read = () => node.request('GET', '/scim/v2/Users?count=1');
    assert.equal((await read()).status, 200);
    await Promise.all(Array.from({ length: 20 }, read));
    proxy.freeze();
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    for (const { status, text } of answers) assert.ok(status === 200 || status === 503, text);
    assert.equal((await read()).status, 200);
    // Two seconds for the statement and five for the silence; the rest is for a slow machine.
    assert.ok(performance.now() - began < 30_000);
  });

  test('a server whose database went silent stops within its ten seconds', async (t) => {
    const storage = await engine.fresh();
    const proxy = await startPostgresProxy(storage.databaseUrl ?? '');
    t.after(() => proxy.close());
    const env = {
      ...envOf({ ...storage, databaseUrl: proxy.url }),
      FORMSTEAD_DATA_DIR: storage.dataDir,
    };
    const made = await commandLine(env)(
      'setup',
      '--account',
      'Acme',
      '--user-name',
      'admin',
      '--json',
    );
    assert.equal(made.code, 0, made.stderr);
    const server = killedServer(env);
    await server.start();
    proxy.freeze();
    const asked = server.request('GET', '/readyz', { token: '' }).catch(() => undefined);
    const began = performance.now();
    assert.equal(await server.stop(), 0);
    assert.ok(performance.now() - began < 20_000, `${performance.now() - began} ms`);
    await asked;
  });

  test('one locked row holds up its own changes, and they are told; everything else goes on', async (t) => {
    const storage = await engine.fresh('any');
    const node = await startInstance(engine, { storage, env: PATIENT });
    t.after(() => node.close());
    const create = (userName: string) =>
      node.request('POST', '/scim/v2/Users', { body: { schemas: [SCIM_USER], userName } });
    const made = await create('held');
    const id = String(made.at('id'));
    const holder = new Client({ connectionString: storage.databaseUrl });
    await holder.connect();
    t.after(() => holder.end());
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [id]);
    const body = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'title', value: 'Dr' }],
    };
    const change = () => node.request('PATCH', `/scim/v2/Users/${id}`, { body });
    const waiting = Promise.all(Array.from({ length: 30 }, change));
    for (let i = 0; i < 5; i += 1) {
      assert.equal((await node.request('GET', '/scim/v2/Users?count=5')).status, 200);
    }
    for (const answer of await waiting) {
      assert.equal(answer.status, 503, answer.text);
      assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
      assert.match(answer.text, /changing the same data|storage/);
    }
    assert.equal((await create('another')).status, 201);
    await holder.query('rollback');
    assert.equal((await change()).status, 200);
  });
});
