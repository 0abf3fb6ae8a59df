// RFC 7644 §3.12 to §3.14: SCIM errors, protocol versions, preconditions.
// Nightly: it sends many bad requests.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer, Call } from '../support/instance.ts';
import { assertScimError, etagOf, fresh, idOf, type Scim, startScim } from '../support/scim.ts';
import { newUser, sendBulk } from '../support/scim-bulk.ts';
import { filtered, patch, patchBody, SEARCH_REQUEST } from '../support/scim-calls.ts';

/**
 * SQLite checks the deadline for one row in 64, at random: with this many rows, some checks always come after the
 * deadline.
 */
const MANY = 1000;
/** No index serves this filter, and every term is evaluated for each user. */
const RUNAWAY = Array.from({ length: 100 }, (_, i) => `not (groups.type co "zz${i}")`).join(
  ' and ',
);

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  let taken: string;
  let user: string;
  before(async () => {
    scim = await startScim(engine);
    taken = fresh('taken');
    await scim.addUser({ userName: taken });
    user = idOf(await scim.addUser());
  });
  after(() => scim.close());

  const put = (path: string, body: object, headers: Call['headers'] = {}) =>
    scim.call('PUT', path, { body, headers });
  /** Sends a request outside of `/scim/v2`. */
  const at = (method: string, path: string, call: Call = {}): Promise<Answer> =>
    scim.instance.request(method, path, call);

  test('7644-3.12-01 7644-3.12-05 whatever the status, an error is an Error with the status as text and a detail', async () => {
    const { token } = await scim.instance.addUser(fresh('member'));
    const answers = [
      [400, await filtered(scim, '/Users', 'userName zz "x"')],
      [400, await scim.call('POST', '/Users', { body: '{' })],
      [401, await scim.get('/Users', { token: null })],
      [403, await scim.get('/Users', { token })],
      [404, await scim.get('/Users/x')],
      [404, await scim.get('/Groups/x')],
      [404, await scim.get('/Nothing')],
      [404, await scim.get('/Schemas/urn:nothing')],
      [404, await scim.call('DELETE', '/Groups/x')],
      [405, await scim.call('PUT', '/Users')],
      [409, await scim.call('POST', '/Users', { body: { userName: taken } })],
      [412, await put(`/Users/${user}`, { userName: fresh() }, { 'if-match': '"0"' })],
      [413, await scim.call('POST', '/Users', { body: 'x'.repeat(2 ** 20 + 1) })],
      [
        415,
        await scim.call('POST', '/Users', { body: 'x', headers: { 'content-type': 'text/xml' } }),
      ],
    ] as const;
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status, answer.text);
      assertScimError(answer, status, String(answer.at('scimType') ?? '') || undefined);
      assert.ok(String(answer.at('detail')).length > 10);
    }
  });

  test('7644-3.12-02 nothing is redirected', async () => {
    for (const path of [
      '/Users/',
      `/Users/${user}/`,
      '',
      '/',
      '/users',
      `/Groups/${user}`,
      '/Me',
    ]) {
      const { status, headers } = await scim.get(path);
      assert.ok(status < 300 || status >= 400, `${path} ${status}`);
      assert.equal(headers['location'] === undefined || status === 200, true, path);
    }
  });

  test('7644-3.12-07 7644-3.14-04 a stale If-Match is 412 on PUT, PATCH and DELETE, in Bulk too; the right one, * and a list are done', async () => {
    for (const [made, name] of [
      [await scim.addUser(), 'userName'],
      [await scim.addGroup(), 'displayName'],
    ] as const) {
      const path = String(made.at('meta', 'location')).slice(scim.base.length);
      const set = () => ({ [name]: fresh() });
      const first = { 'if-match': etagOf(made) };
      assert.equal((await put(path, set(), first)).status, 200);
      const before = await scim.get(path);
      const body = patchBody({ op: 'replace', path: name, value: fresh() });
      for (const stale of [
        await put(path, set(), first),
        await scim.call('PATCH', path, { body, headers: first }),
        await scim.call('DELETE', path, { headers: first }),
        await put(path, set(), { 'if-match': '"x", W/"0"' }),
      ]) {
        assertScimError(stale, 412);
      }
      const bulk = await sendBulk(scim, [
        { method: 'DELETE', path, version: etagOf(made) },
        { method: 'PUT', path, version: etagOf(made), data: set() },
      ]);
      assert.deepEqual(
        [0, 1].map((i) => bulk.at('Operations', i, 'status')),
        ['412', '412'],
      );
      assert.deepEqual((await scim.get(path)).body, before.body);
      assert.equal((await put(path, set(), { 'if-match': '*' })).status, 200);
      const current = etagOf(await scim.get(path));
      const list = { 'if-match': `"other", ${current}` };
      assert.ok((await scim.call('PATCH', path, { body, headers: list })).status < 300);
      const last = { 'if-match': etagOf(await scim.get(path)) };
      assert.equal((await scim.call('DELETE', path, { headers: last })).status, 204);
    }
  });

  test('7644-3.12-08 a body that is too large is 413, and the limit is named', async () => {
    const body = JSON.stringify({ userName: fresh() });
    const fits = await scim.call('POST', '/Users', { body: body.padEnd(2 ** 20) });
    assert.equal(fits.status, 201, fits.text);
    for (const [method, path] of [
      ['POST', '/Users'],
      ['PUT', `/Users/${user}`],
      ['PATCH', `/Users/${user}`],
      ['POST', '/Users/.search'],
    ] as const) {
      const answer = await scim.call(method, path, { body: body.padEnd(2 ** 20 + 1) });
      assertScimError(answer, 413);
      assert.match(String(answer.at('detail')), /1048576/);
    }
  });

  test('7644-3.12-10 every feature is supported, so that nothing is 501', async () => {
    const config = Object((await scim.get('/ServiceProviderConfig')).body);
    for (const name of ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag']) {
      assert.equal(config[name].supported, true, name);
    }
    for (const path of ['/Users', `/Users/${user}`, '/Groups', '/Me', '/Bulk', '/.search', '/']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (method === 'DELETE' && path.includes(user)) continue;
        assert.notEqual((await scim.call(method, path)).status, 501, `${method} ${path}`);
      }
    }
  });

  test('7644-3.12-12 7644-3.4.2.1-03 9865-5.3-01 a search that would take too long is 400 tooMany, by GET, by .search and at the root', async () => {
    const operations = Array.from({ length: MANY }, (_, i) => newUser(`u${i}`));
    await sendBulk(scim, operations);
    const { db } = scim.instance.services;
    const { scan } = db;
    Object.assign(db, {
      scan: (query: Parameters<typeof scan>[0]) => scan(query, { deadlineMs: 1 }),
    });
    try {
      const body = { schemas: [SEARCH_REQUEST], filter: RUNAWAY };
      for (const answer of [
        await filtered(scim, '/Users', RUNAWAY),
        await filtered(scim, '/Users', RUNAWAY, '&cursor'),
        await filtered(scim, '/', RUNAWAY),
        await scim.call('POST', '/Users/.search', { body }),
        await scim.call('POST', '/.search', { body }),
      ]) {
        assertScimError(answer, 400, 'tooMany');
        assert.equal(answer.at('Resources'), undefined);
      }
    } finally {
      Object.assign(db, { scan });
    }
    const easy = await filtered(scim, '/Users', `userName eq "${taken}"`);
    assert.equal(easy.at('totalResults'), 1);
  });

  test('7644-3.12-13 7644-3.3-08 a name that is taken is 409 uniqueness by POST, PUT and PATCH, and nothing changes', async () => {
    const groupName = fresh('taken');
    await scim.addGroup({ displayName: groupName });
    for (const [path, name, value, made] of [
      ['/Users', 'userName', taken, await scim.addUser()],
      ['/Groups', 'displayName', groupName, await scim.addGroup()],
    ] as const) {
      const one = `${path}/${idOf(made)}`;
      for (const answer of [
        await scim.call('POST', path, { body: { [name]: value } }),
        await put(one, { [name]: value.toUpperCase() }),
        await patch(scim, one, { op: 'replace', path: name, value }),
      ]) {
        assertScimError(answer, 409, 'uniqueness');
      }
      assert.deepEqual((await scim.get(one)).body, made.body);
    }
  });

  test('7644-3.12-19 7644-3.13-01 7644-3.13-02 7644-3.13-03 v2 stands before the endpoint; without a version it is meant, another is invalidVers', async () => {
    const path = `/Users/${user}`;
    const plain = await scim.get(path);
    assert.match(String(plain.at('meta', 'location')), /^https:\/\/[^/]+\/scim\/v2\/Users\//);
    for (const unversioned of [`/scim${path}`, `/scim${path}?x`, `/scim${path}/`]) {
      const answer = await at('GET', unversioned);
      assert.deepEqual([answer.status, answer.body], [200, plain.body], unversioned);
    }
    assert.equal(
      (await at('GET', '/scim')).at('totalResults'),
      (await scim.get('/')).at('totalResults'),
    );
    const body = { userName: fresh() };
    const made = await at('POST', '/scim/Users', { body });
    assert.equal(made.headers['location'], `${scim.base}/Users/${idOf(made)}`);
    for (const version of ['v1', 'v3', 'v0', 'v20']) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const rest of [path, '/Users', '/Bulk', '']) {
          const answer = await at(method, `/scim/${version}${rest}`, { body });
          assertScimError(answer, 400, 'invalidVers');
        }
      }
      assertScimError(await at('GET', `/scim/${version}/Users`, { token: null }), 401);
    }
    for (const path of ['/scim/Nothing', '/scim/v2x/Users', '/scim/v/Users', '/scim/2.0/Users']) {
      assertScimError(await at('GET', path), 404);
    }
    assert.equal((await scim.get(path)).text, plain.text);
  });

  test('7644-3.12-09 a fault inside is a 500 that tells whom to ask and nothing else', async () => {
    const { db } = scim.instance.services;
    await db.transaction((tx) => sql`alter table groups rename to planted_fault`.execute(tx));
    try {
      const answer = await scim.get('/Groups');
      assertScimError(answer, 500);
      assert.match(String(answer.at('detail')), /request id \(X-Request-Id\)/);
      assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/);
      assert.ok(!/planted|select|SqliteError|\.ts|stack|relation/i.test(answer.text), answer.text);
    } finally {
      await db.transaction((tx) => sql`alter table planted_fault rename to groups`.execute(tx));
    }
    assert.equal((await scim.get('/Groups')).status, 200);
  });
});
