// A stranger asks without an end for what is open to everybody, or for what is not: others are answered as before.
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';

const OPEN = 20;
const REFUSED = 10;

forEachEngine((engine) => {
  let node: Instance;
  let good: string;
  before(async () => {
    const env = {
      FORMSTEAD_LIMIT_PUBLIC: String(OPEN),
      FORMSTEAD_LIMIT_UNAUTHORISED: String(REFUSED),
    };
    node = await startInstance(engine, { env });
    good = await node.adminToken();
  });
  after(() => node.close());

  interface Answered {
    readonly status: number | undefined;
    readonly retryAfter: string | undefined;
  }

  /** From one address of this machine. */
  const ask = (
    path: string,
    { from = '127.0.0.2', token = '' }: { readonly from?: string; readonly token?: string } = {},
  ): Promise<Answered> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    const { port } = node.server;
    httpsRequest(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        path,
        headers,
        ca: node.ca,
        localAddress: from,
      },
      (response) => {
        response.resume();
        response.on('end', () => {
          const { statusCode, headers: answered } = response;
          resolve({ status: statusCode, retryAfter: answered['retry-after'] });
        });
      },
    )
      .on('error', reject)
      .end();
    return promise;
  };
  const nextMinute = () => node.clock.advance(61_000);

  test('every page and document that is open to everybody is counted by address', async () => {
    const open = (await routesOf(node)).filter(
      ({ access, method, path }) =>
        access === 'public' && method === 'GET' && path !== '/app/v1/sso/callback',
    );
    const pages = open.filter(({ limit }) => limit === 'public');
    for (const [at, { path }] of pages.entries()) {
      // From an address that has asked for nothing else.
      const from = `127.0.1.${at + 1}`;
      for (let left = OPEN; left > 0; left -= 1) {
        assert.notEqual((await ask('/.well-known/jwks.json', { from })).status, 429);
      }
      const { status, retryAfter } = await ask(path.replace(':name', 'x').replace('*', 'x'), {
        from,
      });
      assert.equal(status, 429, path);
      assert.match(retryAfter ?? '', /^\d+$/);
      assert.equal((await ask('/readyz', { from })).status, 200, 'pages use up no health checks');
    }
    assert.deepEqual(
      open.filter(({ limit }) => limit !== 'public').map(({ path, limit }) => `${path} ${limit}`),
      ['/healthz health', '/readyz health'],
    );
  });

  test('an address that is answered 401 again and again is refused without a look', async () => {
    nextMinute();
    assert.equal((await ask('/v2/formz')).status, 401);
    assert.equal((await ask('/v2/formz', { token: good })).status, 200);
    const paths = ['/v2/formz', '/scim/v2/Users', '/nothing', '/app/v1/users', '/v2/formz'];
    for (let at = 1; at < REFUSED; at += 1) {
      const token = at % 2 === 0 ? 'x' : '';
      assert.equal((await ask(paths[at % paths.length] ?? '', { token })).status, 401);
    }
    for (const path of paths) {
      for (const token of ['', 'x', 'y'.repeat(5000)]) {
        const { status, retryAfter } = await ask(path, { token });
        assert.equal(status, 429, path);
        assert.match(retryAfter ?? '', /^\d+$/);
      }
    }
    assert.equal((await ask('/v2/formz', { token: good })).status, 200, 'it has held from there');
    assert.equal((await ask('/v2/formz', { from: '127.0.0.3' })).status, 401, 'another address');
    nextMinute();
    assert.equal((await ask('/v2/formz', { token: 'x' })).status, 401);
  });
});
