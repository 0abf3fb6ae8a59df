// An attacker with a /48 of IPv6 guesses passwords from a different /64 each time. Each /64 has its own queue. All
// together must not fill the queue of password hashing, so that other users would be turned away.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { sendPlain } from '../support/plain-http.ts';

const NETWORKS = 200;
const DAY_MS = 86_400_000;
const OTHERS = ['192.0.2.7', '2001:db8:2::1', '198.51.100.20'];

forEngineOrBoth('postgres', (engine) => {
  let node: Instance;
  before(async () => {
    const env = {
      FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1',
      FORMSTEAD_PUBLIC_URL: 'https://forms.example.com',
    };
    node = await startInstance(engine, { env });
  });
  after(() => node.close());

  const signIn = (ip: string, userName: string, password: string) =>
    sendPlain(node.server.port, {
      method: 'POST',
      path: '/app/v1/session',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': ip,
        'x-forwarded-proto': 'https',
      },
      body: JSON.stringify({ userName, password }),
    });

  test('a flood from all networks of one customer turns nobody else away', async () => {
    const flood = Array.from({ length: NETWORKS }, (_, i) =>
      signIn(`2001:db8:1:${i.toString(16)}::1`, `nobody${i}`, 'a wrong password'),
    );
    const others = OTHERS.map((ip) => signIn(ip, 'admin', ADMIN_PASSWORD));
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    const flooded = (await Promise.all(flood)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 201, 201]);
    assert.ok(flooded.every((status) => status === 401 || status === 503));
    assert.ok(flooded.includes(401) && flooded.includes(503), flooded.join());
    // Failures are kept for a day; the addresses from which users are known are kept longer.
    node.clock.advance(DAY_MS + 60_000);
    await node.services.signInThrottle.purge();
    const rows = await node.services.db.reader
      .selectFrom('sign_in_failures')
      .select('succeeded_at')
      .where('address', '<>', '')
      .execute();
    assert.equal(rows.length, OTHERS.length);
  });

  test('a flood from many customers turns nobody away at an address that they signed in from', async () => {
    const flood = Array.from({ length: NETWORKS }, (_, i) =>
      signIn(`2001:db8:${(i + 16).toString(16)}::1`, `nobody${i}`, 'a wrong password'),
    );
    const others = OTHERS.map((ip) => signIn(ip, 'admin', ADMIN_PASSWORD));
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    const flooded = (await Promise.all(flood)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 201, 201]);
    assert.ok(flooded.includes(401) && flooded.includes(503), flooded.join());
  });
});
