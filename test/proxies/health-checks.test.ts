// The answers to a load balancer that checks nodes over plain HTTP, and that nobody else gets more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAuditLines } from '../support/credentials.ts';
import { forEachEngine } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { sendPlain } from '../support/plain-http.ts';
import { waitUntil } from '../support/wait-until.ts';

const PROBES = ['/healthz', '/readyz'];
const basic = { authorization: `Basic ${btoa(`admin:${ADMIN_PASSWORD}`)}` };

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine, {
      env: {
        FORMSTEAD_TRUSTED_PROXIES: '192.0.2.0/24',
        FORMSTEAD_PUBLIC_URL: 'https://forms.example.org',
      },
    });
  });
  after(() => node.close());

  test('a health check over plain HTTP gets a status and no body', async () => {
    for (const path of PROBES) {
      for (const method of ['GET', 'HEAD']) {
        const { status, text, headers } = await sendPlain(node.server.port, { method, path });
        assert.deepEqual([status, text], [200, ''], path);
        assert.equal(headers['strict-transport-security'], undefined);
        assert.equal(headers['content-type'], undefined);
        assert.equal(headers.location, undefined);
      }
    }
  });

  test('check 25: over plain HTTP nothing but health checks is answered, whoever asks', async () => {
    const calls = [
      { path: '/' },
      // An invalid token: for a valid one, the log reports only once in a while that it was exposed.
      { path: '/v2/formz', headers: { authorization: 'Bearer nobody' } },
      { path: '/healthz/more' },
      { path: '/openapi.json' },
      { path: '/.well-known/jwks.json' },
      { path: '/readyz', method: 'POST', body: '{}' },
      { path: '/readyz', method: 'OPTIONS' },
      { path: '/healthz', method: 'DELETE' },
    ];
    for (const call of calls) {
      const { status, text } = await sendPlain(node.server.port, call);
      assert.equal(status, 403, `${call.method} ${call.path}`);
      assert.equal(JSON.parse(text).code, 'plain-http');
    }
  });

  test('check 25: a credential that a health check carries in the clear counts as exposed', async () => {
    const exposures = async () => {
      const lines = await readAuditLines(node.services.db, node.account.accountId);
      return lines.filter(({ action }) => action.includes('expose')).length;
    };
    const before = await exposures();
    const call = { path: '/readyz?from=monitor', headers: basic };
    const { status, text } = await sendPlain(node.server.port, call);
    assert.deepEqual([status, text], [200, '']);
    await waitUntil(async () => (await exposures()) > before);
  });

  // The last test, because the node does not start again.
  test('a node that is about to stop is alive and not ready, over plain HTTP too', async () => {
    node.server.beginDrain();
    const ready = await sendPlain(node.server.port, { path: '/readyz' });
    assert.deepEqual([ready.status, ready.text], [503, '']);
    const alive = await sendPlain(node.server.port, { path: '/healthz' });
    assert.deepEqual([alive.status, alive.text], [200, '']);
  });
});
