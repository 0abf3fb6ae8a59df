// How a call reaches a service in both modes: over TLS, or through a proxy that says so. Any other call gets nothing
// and is recorded, and claims of an untrusted sender about its route are ignored.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { makePair } from '../support/certificates.ts';
import { type Engine, forEachEngine } from '../support/engines.ts';
import { type Call, type Instance, startInstance } from '../support/instance.ts';
import { sendPlain } from '../support/plain-http.ts';
import { routesOf } from '../support/routes.ts';

const PROXIED = {
  FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
  FORMSTEAD_PUBLIC_URL: 'https://forms.example.com',
};
const HSTS = 'max-age=63072000; includeSubDomains';
const SPOOFED = {
  'x-forwarded-for': '192.0.2.66',
  'x-forwarded-proto': 'http',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-port': '80',
  'x-real-ip': '192.0.2.66',
  forwarded: 'for=192.0.2.66;proto=http;host=evil.example',
  host: 'evil.example',
};

const started = async (
  t: TestContext,
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
): Promise<Instance> => {
  const node = await startInstance(engine, { env });
  t.after(() => node.close());
  return node;
};

/** Returns everything that arrives on a bare connection. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined); // a reset counts as the end
  socket.write(bytes);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz'];

forEachEngine((engine) => {
  test('check 25: no route of the service answers a plain call with a single byte', async (t) => {
    const node = await started(t, engine);
    const authorization = `Authorization: Bearer ${await node.adminToken()}`;
    for (const { method, path } of await routesOf(node)) {
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n\r\n`;
      assert.equal(await raw(node.server.port, head), '', `${method} ${path}`);
    }
    assert.equal(await raw(node.server.port, 'GET / HTTP/1.0\r\n\r\n'), '');
    const said = node.logs.filter((line) => line.includes('call over plain HTTP dropped unread'));
    assert.ok(said.length > 20 && said.every((line) => JSON.parse(line).ip === '127.0.0.1'));
    assert.ok(!node.logs.join('').includes(await node.adminToken()));
  });

  test('check 25: behind a proxy every route but health checks is 403 for a plain call, whoever makes it: no data, no redirect', async (t) => {
    const node = await started(t, engine, PROXIED);
    const { port } = node.server;
    const { clientId, clientSecret } = node.account;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'public_api',
      client_id: clientId,
      client_secret: clientSecret,
    }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const https = { 'x-forwarded-proto': 'https', ...form };
    const answer = await sendPlain(port, {
      method: 'POST',
      path: '/connect/token',
      headers: https,
      body,
    });
    assert.equal(answer.status, 200, answer.text);
    const authorization = `Bearer ${JSON.parse(answer.text).access_token}`;
    const htmlToo = { accept: 'text/html', 'upgrade-insecure-requests': '1' };
    for (const { method, path } of await routesOf(node)) {
      for (const headers of [{ authorization }, htmlToo]) {
        const refused = await sendPlain(port, { method, path, headers });
        const what = `${method} ${path} ${refused.text}`;
        for (const name of ['location', 'set-cookie', 'strict-transport-security', 'refresh']) {
          assert.equal(refused.headers[name], undefined, what);
        }
        if (HEALTH_CHECKS.includes(path)) {
          // A call from this machine gets a status and nothing else (decision 41).
          assert.deepEqual([refused.status, refused.text], [200, ''], what);
          continue;
        }
        assert.equal(refused.status, 403, what);
        assert.equal(refused.headers.connection, 'close', what);
        assert.match(refused.text, /did not use HTTPS/);
      }
    }
    const lines = node.logs.map((line) => JSON.parse(line));
    const refusals = lines.filter(({ error }) => error === 'plain-http');
    assert.ok(refusals.length > 60);
    assert.ok(refusals.every(({ status }) => status === 403));
    const anonymous = refusals.filter(({ ip }) => ip !== '127.0.0.1');
    // The log never tells who used a public link, not even of a call that was refused.
    assert.ok(anonymous.every(({ ip, path }) => !ip && path.startsWith('/link/v1/')));
  });

  test('check 25: the body of a plain call is not waited for', async (t) => {
    const node = await started(t, engine, PROXIED);
    const socket = connect(node.server.port, '127.0.0.1');
    socket.write(
      'POST /scim/v2/Users HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
    );
    const answer = await text(socket);
    assert.match(answer, /^HTTP\/1\.1 403 /);
    assert.match(answer, /\r\nconnection: close\r\n/i);
  });

  test('check 27: what a client claims of its way here changes no answer, address or limit', async (t) => {
    const node = await started(t, engine);
    const user = await node.request('POST', '/scim/v2/Users', { body: { userName: 'spoofed' } });
    const id = String(user.at('id'));
    const calls: readonly (readonly [string, string, Call])[] = [
      ['GET', '/.well-known/oauth-authorization-server', { token: null }],
      ['GET', '/.well-known/openapi.json', { token: null }],
      ['GET', '/v2/users?pageSize=1', {}],
      ['GET', '/v2/formz', { token: null }],
      ['GET', `/scim/v2/Users/${id}`, {}],
      ['GET', '/scim/v2/ServiceProviderConfig', {}],
      ['GET', '/nothing', {}],
    ];
    const comparable = async (method: string, path: string, call: Call) => {
      const { status, headers, text: body } = await node.request(method, path, call);
      const { date: _date, 'x-request-id': requestId = '', ...rest } = headers;
      const whole = JSON.stringify({ status, rest, body }).replaceAll(requestId, 'ID');
      // The number of remaining requests differs between any two answers.
      return whole.replaceAll(/"ratelimit":"[^}]*?t=\d+"/g, '');
    };
    for (const [method, path, call] of calls) {
      const plain = await comparable(method, path, call);
      const spoofed = await comparable(method, path, { ...call, headers: SPOOFED });
      assert.equal(spoofed, plain, path);
      assert.doesNotMatch(spoofed, /evil|192\.0\.2\.66/);
    }
    const made = await node.request('POST', '/scim/v2/Users', {
      body: { userName: 'spoofed-too' },
      headers: SPOOFED,
    });
    assert.ok(made.headers['location']?.startsWith(node.baseUrl));
    assert.ok(!node.logs.join('').includes('192.0.2.66'));
    const rows = await node.services.db.reader.selectFrom('audit_events').select('ip').execute();
    assert.ok(rows.every(({ ip }) => ip !== '192.0.2.66'));
  });

  test('check 28: with a certificate that clients trust every answer asks for HTTPS only, for two years', async (t) => {
    const storage = await engine.fresh('any');
    const pair = await makePair(Date.now(), ['localhost']);
    const [cert, key] = [join(storage.dataDir, 'c.pem'), join(storage.dataDir, 'k.pem')];
    await writeFile(cert, pair.cert);
    await writeFile(key, pair.key);
    const env = { FORMSTEAD_TLS_CERT_FILE: cert, FORMSTEAD_TLS_KEY_FILE: key };
    const node = await startInstance(engine, { storage, env, ca: pair.ca });
    t.after(() => node.close());
    const calls: readonly (readonly [string, string, number])[] = [
      ['GET', '/healthz', 200],
      ['GET', '/v2/formz', 401],
      ['POST', '/connect/token', 400],
      ['DELETE', '/connect/token', 405],
      ['GET', '/%', 401],
    ];
    for (const [method, path, status] of calls) {
      const answer = await node.request(method, path, { token: null });
      assert.equal(answer.status, status, `${path} ${answer.text}`);
      assert.equal(answer.headers['strict-transport-security'], HSTS, path);
    }
  });

  test('check 28: with a certificate of our own, and over plain HTTP, no answer does', async (t) => {
    const node = await started(t, engine);
    for (const path of ['/healthz', '/v2/formz', '/nothing']) {
      const { headers } = await node.request('GET', path, { token: null });
      assert.equal(headers['strict-transport-security'], undefined, path);
    }
    const proxied = await started(t, engine, PROXIED);
    for (const [path, status] of [
      ['/v2/formz', 403],
      ['/healthz', 200],
    ] as const) {
      const plain = await sendPlain(proxied.server.port, { path });
      const told = [plain.status, plain.headers['strict-transport-security']];
      assert.deepEqual(told, [status, undefined], path);
    }
    const headers = { 'x-forwarded-proto': 'https' };
    const secure = await sendPlain(proxied.server.port, { path: '/healthz', headers });
    assert.deepEqual([secure.status, secure.headers['strict-transport-security']], [200, HSTS]);
  });
});
