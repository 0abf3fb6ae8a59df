// The routes of the router that browsers may call: a session cookie opens only /app, only a session cookie opens /app,
// and no other site can write through a user's browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isForSessions } from '#http/endpoint.ts';
import { reaches } from '#http/principal.ts';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';
import { casesOf } from '../support/timing.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const CHALLENGE = 'Session realm="formstead"';
const PASSWORD = 'four green kettles in march';
/** The headers of requests from other sites, sibling hosts and old browsers. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': '' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
];

/** Of the headers from elsewhere, each route gets one of so many; which, differs from route to route. */
const SHARE = casesOf({ daily: 4, nightly: 1 });

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const pathOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, fresh());
const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';

// They take neither a body nor an id: whoever is signed in would do them here, too.
const NEEDS_NOTHING = new Set([
  'DELETE /app/v1/me/sessions',
  'POST /app/v1/me/calendar',
  'DELETE /app/v1/me/calendar',
]);

forEachEngine((engine) => {
  let witness: Witness;
  let endpoints: readonly Endpoint[];
  let admin: Browser;
  const closed = () => endpoints.filter(isForSessions);
  const inApp = () => endpoints.filter(({ path }) => path.startsWith('/app/'));
  before(async () => {
    witness = await startWitness(engine);
    endpoints = await routesOf(witness.instance);
    admin = await adminBrowser(witness.instance);
  });
  after(() => witness.close());

  test('check 34: every route under /app is public by name or behind a session', () => {
    assert.ok(closed().length >= 6);
    for (const endpoint of inApp()) {
      assert.ok(endpoint.access === 'public' || isForSessions(endpoint), nameOf(endpoint));
    }
    for (const { path } of closed()) assert.ok(path.startsWith('/app/v1/'), path);
  });

  test('check 34: without a session cookie each is 401, and no browser opens a dialog', () =>
    witness.nothingChanges(async () => {
      const token = await witness.instance.adminToken();
      for (const { method, path } of [
        ...closed().map((each) => ({ method: each.method as string, path: pathOf(each) })),
        ...['GET', 'POST', 'OPTIONS'].flatMap((verb) =>
          ['/app', '/app/v1', '/app/v1/nothing', '/APP/v1/users'].map((path) => ({
            method: verb,
            path,
          })),
        ),
      ]) {
        for (const authorization of [undefined, `Bearer ${token}`, 'Basic YWRtaW46eA==']) {
          const headers = {
            'sec-fetch-site': 'same-origin',
            ...(authorization !== undefined && { authorization }),
          };
          const answer = await witness.send(method, path, { token: null, headers });
          const what = `${method} ${path} ${answer.text}`;
          assert.deepEqual([answer.status, answer.at('code')], [401, 'session-missing'], what);
          assert.equal(answer.headers['www-authenticate'], CHALLENGE, what);
          assert.equal(answer.headers['cache-control'], 'no-store', what);
        }
      }
    }));

  test('a session cookie opens nothing outside /app', async () => {
    const headers = { cookie: `__Host-sid=${admin.cookie()}`, 'sec-fetch-site': 'same-origin' };
    for (const endpoint of endpoints) {
      if (endpoint.access === 'public' || isForSessions(endpoint)) continue;
      const path = pathOf(endpoint);
      const answer = await witness.send(endpoint.method, path, { token: null, headers });
      assert.equal(answer.status, 401, nameOf(endpoint));
    }
  });

  test('check 30: no other site can write through a browser, on whatever route', () =>
    witness.nothingChanges(async () => {
      const cookie = `__Host-sid=${admin.cookie()}`;
      const writes = inApp().filter(isWrite);
      assert.ok(writes.length >= 6);
      for (const [at, endpoint] of writes.entries()) {
        for (const from of FOREIGN.filter((_from, i) => (at + i) % SHARE === 0)) {
          const answer = await witness.send(endpoint.method, pathOf(endpoint), {
            token: null,
            body: {},
            headers: { cookie, ...from },
          });
          const what = `${nameOf(endpoint)} ${JSON.stringify(from)} ${answer.text}`;
          assert.deepEqual([answer.status, answer.at('code')], [403, 'cross-site'], what);
        }
      }
    }));

  test('check 30: our own origin may write, also in a browser that says no Sec-Fetch-Site', async () => {
    const cookie = `__Host-sid=${admin.cookie()}`;
    for (const from of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: witness.instance.baseUrl },
    ]) {
      const answer = await witness.send('POST', '/app/v1/session/confirm', {
        token: null,
        body: { password: 'wrong' },
        headers: { cookie, ...from },
      });
      assert.equal(answer.at('code'), 'confirmation-refused', answer.text);
    }
  });

  test('check 30: a body that a form of another site could send is not read', async () => {
    for (const endpoint of inApp().filter((each) => isWrite(each) && each.body === 'json')) {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        '',
      ]) {
        const answer = await admin.send(endpoint.method, pathOf(endpoint), {
          body: '{}',
          headers: { 'content-type': type },
        });
        assert.equal(answer.status, 415, `${nameOf(endpoint)} ${type} ${answer.text}`);
      }
    }
  });

  for (const role of ['member', 'designer'] as const) {
    test(`check 34: a ${role} is 403 on every route for a higher role, and on no other`, async () => {
      const { db, directory, passwords } = witness.instance.services;
      const userName = fresh(role);
      const passwordHash = await passwords.hash(PASSWORD);
      const actor = { accountId: witness.instance.account.accountId, via: 'command-line' } as const;
      await db.transaction((tx) =>
        directory.createUser(tx, actor, {
          attributes: { userName },
          origin: 'local',
          role,
          passwordHash,
        }),
      );
      const browser = openBrowser(witness.instance);
      assert.equal((await browser.signIn(userName, PASSWORD)).status, 201);
      await witness.nothingChanges(async () => {
        for (const endpoint of closed()) {
          if (NEEDS_NOTHING.has(nameOf(endpoint))) continue;
          const answer = await browser.send(endpoint.method, pathOf(endpoint));
          const { role: needed = role } = endpoint.access;
          const isRefused = !reaches(role, needed);
          const what = `${nameOf(endpoint)} ${answer.text}`;
          assert.equal(answer.at('code') === 'forbidden', isRefused, what);
          if (isRefused) assert.equal(answer.status, 403, what);
        }
      });
    });
  }

  test('what is sensitive asks for the person again after five minutes', async () => {
    const sensitive = closed().filter(({ access }) => access.confirmed);
    const browser = await adminBrowser(witness.instance);
    witness.instance.clock.advance(5 * 60_000);
    for (const endpoint of sensitive) {
      const answer = await browser.send(endpoint.method, pathOf(endpoint), { body: {} });
      assert.deepEqual([answer.status, answer.at('code')], [403, 'confirmation-needed']);
    }
  });
});
