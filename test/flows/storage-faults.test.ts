// The database really fails under a running service: meanwhile nobody gets in, every answer says so without internal
// details, and when the database is back, everything works again.

import assert from 'node:assert/strict';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { Client } from 'pg';
import { isOutage } from '#db/dialect.ts';
import { isForLinks, isForSessions } from '#http/endpoint.ts';
import { VERSION } from '#kernel/version.ts';
import { adminBrowser } from '../support/browser.ts';
import { type Engine, type EngineInstance, forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Call,
  type Instance,
  startInstance,
} from '../support/instance.ts';
import { JSON_BODIES } from '../support/json-bodies.ts';
import { sharedPostgresUrl } from '../support/postgres-server.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';
import { routesOf } from '../support/routes.ts';

/** Details that would reveal to an attacker what the service runs on, or where. */
const INSIDE = [
  /\n\s+at /,
  /\.[cm]?[jt]s:\d/,
  /node_modules|node:/,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /sqlite|postgres|kysely|fastify|ECONN|57P|SQLSTATE/i,
  new RegExp(VERSION.replaceAll('.', '\\.')),
  new RegExp(process.version.replaceAll('.', '\\.')),
];
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Makes the database fail, and returns a function that restores it. */
type TakeAway = (storage: EngineInstance, node: Instance) => Promise<() => Promise<void>>;

const takeAway: Readonly<Record<Engine['name'], TakeAway>> = {
  // Nobody can connect, and all connections are ended.
  async postgres({ databaseUrl = '' }) {
    const name = new URL(databaseUrl).pathname.slice(1);
    const administer = async (...statements: readonly string[]): Promise<void> => {
      const client = new Client({ connectionString: await sharedPostgresUrl() });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    await administer(
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    return () => administer(`alter database ${name} allow_connections true`);
  },
  // The file is empty, and none of its pages is left in memory.
  async sqlite({ dataDir }, { services: { db } }) {
    const name = (await readdir(dataDir)).find((each) => /\.(db|sqlite3?)$/.test(each));
    assert.ok(name);
    const file = join(dataDir, name);
    const other = new Database(file);
    other.pragma('wal_checkpoint(truncate)');
    other.close();
    const whole = await readFile(file);
    await truncate(file, 0);
    await sql`pragma shrink_memory`.execute(db.reader);
    return async () => {
      await writeFile(file, whole);
      await sql`pragma shrink_memory`.execute(db.reader);
    };
  },
};

/** Refuses writes but not reads, as after a failover. The returned function allows writes again. */
async function takeNoWrites({ databaseUrl = '' }: EngineInstance): Promise<() => Promise<void>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const client = new Client({ connectionString: await sharedPostgresUrl() });
  await client.connect();
  // All connections are gone when this returns, so new requests get new connections, which are read-only.
  const end = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`;
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.query(end);
  let isReleased = false;
  return async () => {
    if (isReleased) return;
    isReleased = true;
    await client.query(`alter database ${name} reset default_transaction_read_only`);
    await client.end();
  };
}

forEachEngine((engine) => {
  const start = async (t: TestContext) => {
    const storage = await engine.fresh();
    const node = await startInstance(engine, { storage });
    t.after(() => node.close());
    return { node, outage: () => takeAway[engine.name](storage, node) };
  };
  const assertSilent = (what: string, { text, headers }: Answer): void => {
    for (const leak of INSIDE) assert.doesNotMatch(text, leak, what);
    for (const name of ['server', 'x-powered-by', 'via']) {
      assert.equal(headers[name], undefined, what);
    }
  };

  test('check 39: without storage every closed route is 503, for a token that was good as well', async (t) => {
    const { node, outage } = await start(t);
    const token = await node.adminToken();
    const browser = await adminBrowser(node);
    await allowPublicLinks(node);
    const link = await makePublicLink(browser, { elements: [{ type: 'text', name: 'site' }] });
    const { session } = await visit(node, link.token);
    const warm = await node.request('GET', '/v2/formz');
    assert.equal(warm.status, 200);
    const restore = await outage();
    const endpoints = (await routesOf(node)).filter(({ access }) => access !== 'public');
    for (const endpoint of endpoints) {
      const { method, path } = endpoint;
      const body = JSON_BODIES[`${method} ${path}`]?.(node.account.userId);
      const at = path.replaceAll(/:\w+/g, node.services.ids.next());
      const call = body ? { body } : {};
      const answer = isForSessions(endpoint)
        ? await browser.send(method, at, call)
        : await node.request(method, at, {
            token: isForLinks(endpoint) ? session : token,
            ...call,
          });
      const what = `${method} ${path} ${answer.text}`;
      assert.equal(answer.status, 503, `${what} ${node.logs.at(-1)}`);
      assert.equal(codeOf(answer), 'storage-unavailable', what);
      assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
      assertSilent(what, answer);
    }
    await restore();
    assert.equal((await node.request('GET', '/v2/formz')).status, 200);
  });

  test('check 39: without storage nobody signs in, by whatever means, and nobody learns why', async (t) => {
    const { node, outage } = await start(t);
    const { clientId, clientSecret } = node.account;
    const basic = { authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}` };
    const withBasic: Call = { token: null, headers: basic };
    // Puts the password into the cache, which must not be used without the database.
    assert.equal((await node.request('GET', '/v2/formz', withBasic)).status, 200);
    const form = (secret: string) =>
      new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'public_api',
        client_id: clientId,
        client_secret: secret,
      }).toString();
    const restore = await outage();
    const asked: readonly (readonly [string, string, Call])[] = [
      ['GET', '/v2/formz', withBasic],
      ['POST', '/connect/token', { token: null, headers: FORM, body: form(clientSecret) }],
      ['POST', '/connect/token', { token: null, headers: FORM, body: form('wrong') }],
    ];
    for (const [method, path, call] of asked) {
      const answer = await node.request(method, path, call);
      assert.equal(answer.status, 503, `${path} ${answer.text}`);
      assert.ok(!answer.text.includes('access_token'));
      assertSilent(path, answer);
    }
    const strange = await node.request('GET', '/v2/formz', { token: 'x' });
    assert.equal(strange.status, 401);
    assert.equal((await node.request('GET', '/readyz', { token: null })).status, 503);
    assert.equal((await node.request('GET', '/healthz', { token: null })).status, 200);
    await restore();
    assert.ok(await node.token(clientId, clientSecret));
  });

  // SQLite has no connection that could break: the process itself reads and writes the files.
  if (engine.name === 'postgres') {
    test('a standby that reads and takes no writes is not ready, answers 503, and is ready again by itself', async (t) => {
      const storage = await engine.fresh();
      const node = await startInstance(engine, { storage });
      t.after(() => node.close());
      const readiness = async () => (await node.request('GET', '/readyz', { token: null })).status;
      const until = async (wanted: number): Promise<void> => {
        for (let waited = 0; waited < 40_000; waited += 250) {
          if ((await readiness()) === wanted) return;
          await new Promise((resolve) => setTimeout(resolve, 250));
        }
        assert.fail(`it is not ${wanted} after 40 seconds`);
      };
      const body = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'late' };
      const create = () => node.request('POST', '/scim/v2/Users', { body });
      await node.adminToken();
      await until(200);
      const release = await takeNoWrites(storage);
      t.after(release);
      const refused = await create();
      assert.equal(refused.status, 503, refused.text);
      await until(503);
      assert.equal((await node.request('GET', '/scim/v2/Users?count=1')).status, 200);
      await release();
      await until(200);
      // Each connection from before refuses one request, and is then closed.
      let made = await create();
      for (let tries = 0; made.status === 503 && tries < 20; tries += 1) made = await create();
      assert.equal(made.status, 201, made.text);
    });

    test('check 39: storage that goes away inside a transaction ends that request and nothing else', async (t) => {
      const { node, outage } = await start(t);
      const { db } = node.services;
      let restore = async (): Promise<void> => undefined;
      const work = db.transaction(async (tx) => {
        await tx.selectFrom('accounts').select('id').execute();
        restore = await outage();
        // Nothing runs on the connection while it breaks.
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.updateTable('accounts').set({ name: 'lost' }).execute();
        await tx.selectFrom('users').selectAll().execute();
      });
      await assert.rejects(work, isOutage);
      await restore();
      assert.equal((await node.request('GET', '/v2/formz')).status, 200);
      const { name } = await db.reader
        .selectFrom('accounts')
        .select('name')
        .where('id', '=', node.account.accountId)
        .executeTakeFirstOrThrow();
      assert.equal(name, 'Acme');
    });
  }

  test('check 39: no refusal tells what the service is made of', async (t) => {
    const { node } = await start(t);
    const bodies = ['{', '[]', '{"schemas":1}', '\u0000', '"'.repeat(5000), JSON.stringify('%')];
    const paths = ['/%', '/..%2f..%2fetc/passwd', '/v2/users/%00', '/scim/v2/Users?filter=%5b'];
    for (const path of paths) assertSilent(path, await node.request('GET', path));
    for (const { method, path } of await routesOf(node)) {
      for (const body of method === 'GET' ? [undefined] : bodies) {
        const at = `${path.replace(/:\w+/, "';drop--")}?filter='&count=x&pageSize=-`;
        const answer = await node.request(method, at, { body });
        if (answer.status >= 400) assertSilent(`${method} ${path} ${body}`, answer);
        assert.ok(answer.status < 500, answer.text);
      }
    }
  });
});
