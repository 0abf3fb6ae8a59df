// RFC 7644 §6 and §7, RFC 9865 §5: transport, tokens, tenants, and what cursors may reveal.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { connect as connectPlain } from 'node:net';
import { after, before, test } from 'node:test';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { forEngineOrBoth } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import {
  assertScimError,
  ENTERPRISE,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../support/scim.ts';
import { MISSING, sendBulk, statuses } from '../support/scim-bulk.ts';
import { filtered, idsBy, patch, resourcesOf } from '../support/scim-calls.ts';

const HOUR_MS = 3_600_000;
/** The smallest limit that can be set; per minute. */

forEngineOrBoth('postgres', (engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
    for (let i = 0; i < 5; i += 1) await scim.addUser();
  });
  after(() => scim.close());

  const actor = () =>
    ({ accountId: scim.instance.account.accountId, via: 'command-line' }) as const;
  /** Creates an admin with a credential; the test may change both. */
  const addCaller = async () => {
    const { db, credentials } = scim.instance.services;
    const { id } = await scim.instance.addUser(fresh('caller'), 'admin');
    const made = await db.transaction((tx) =>
      credentials.create(tx, actor(), { name: fresh(), actsAsUserId: id }),
    );
    const token = await scim.instance.token(made.credentialId, made.clientSecret);
    return { id, token, credentialId: made.credentialId };
  };
  const cursorOf = async (token: string): Promise<string> => {
    const page = await scim.get('/Users?cursor&count=2', { token });
    assert.equal(resourcesOf(page).length, 2);
    return String(page.at('nextCursor'));
  };
  const next = (cursor: string, token: string): Promise<Answer> =>
    scim.get(`/Users?cursor=${cursor}`, { token });

  const speak = (version: SecureVersion): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const socket = connectTls({
      host: 'localhost',
      port: scim.instance.server.port,
      ca: scim.instance.ca,
      minVersion: version,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    socket.on('secureConnect', () => {
      resolve(socket.getProtocol() ?? 'none');
      socket.end();
    });
    socket.on('error', () => resolve('refused'));
    return promise;
  };

  test('7644-7.2-01 7644-7.4-01 TLS 1.2 and 1.3 are spoken, 1.1 is not, and plain HTTP gets no byte', async () => {
    assert.equal(await speak('TLSv1.2'), 'TLSv1.2');
    assert.equal(await speak('TLSv1.3'), 'TLSv1.3');
    assert.equal(await speak('TLSv1.1'), 'refused');
    const socket = connectPlain(scim.instance.server.port, 'localhost');
    let bytes = 0;
    socket.on('error', () => undefined); // a reset counts as the end
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    const token = await scim.instance.adminToken();
    socket.write(
      `GET /scim/v2/Users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.on('close', resolve));
    assert.equal(bytes, 0);
  });

  test('7644-7.4-01 tokens are never alike, changed ones are refused, and a token in the URL is none', async () => {
    const { clientId, clientSecret } = scim.instance.account;
    const tokens = await Promise.all(
      Array.from({ length: 10 }, () => scim.instance.token(clientId, clientSecret)),
    );
    assert.equal(new Set(tokens).size, tokens.length);
    const [token = ''] = tokens;
    for (const at of [5, 80, token.length >> 1, token.length - 5]) {
      const letter = token[at] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      assertScimError(await scim.get('/Users', { token: changed }), 401);
    }
    for (const name of ['access_token', 'token']) {
      assertScimError(await scim.get(`/Users?${name}=${token}`, { token: null }), 401);
    }
  });

  test('7644-6-01 7644-6.1-01 7644-7.5.1-01 another account’s ids, tags, members, managers and cursors are those of nobody', async () => {
    const user = await scim.addUser({ displayName: 'Ours' });
    const group = await scim.addGroup({ members: [{ value: idOf(user) }] });
    const other = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(other.clientId, other.clientSecret);
    const theirs = await scim.call('POST', '/Users', { body: { userName: fresh() }, token });
    for (const path of [`/Users/${idOf(user)}`, `/Groups/${idOf(group)}`]) {
      const headers = { 'if-match': etagOf(user), 'if-none-match': etagOf(user) };
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method === 'GET' ? undefined : { userName: fresh(), displayName: fresh() };
        const nobody = path.replace(/[^/]+$/, MISSING);
        const answer = await scim.call(method, path, { body, token, headers });
        assertScimError(answer, 404);
        const unknown = await scim.call(method, nobody, { body, token, headers });
        assert.equal(answer.at('detail'), unknown.at('detail'));
      }
    }
    const list = await scim.get(`/?filter=${encodeURIComponent(`id eq "${idOf(user)}"`)}`, {
      token,
    });
    assert.equal(list.at('totalResults'), 0);
    const managed = await scim.call('POST', '/Users', {
      body: { userName: fresh(), [ENTERPRISE]: { manager: { value: idOf(user) } } },
      token,
    });
    assert.deepEqual(managed.at(ENTERPRISE, 'manager'), { value: idOf(user) });
    const members = [{ value: idOf(user) }, { value: idOf(theirs) }];
    const body = { displayName: fresh(), members };
    const team = await scim.call('POST', '/Groups', { body, token });
    assert.equal(team.at('members', 'length'), 1, team.text);
    const bulk = await sendBulk(
      scim,
      [{ method: 'DELETE', path: `/Users/${idOf(user)}` }],
      {},
      { token },
    );
    assert.deepEqual(statuses(bulk), ['404']);
    const cursor = await cursorOf(await scim.instance.adminToken());
    assertScimError(await next(cursor, token), 400, 'invalidCursor');
    assert.deepEqual(await idsBy(scim, '/Users', 'displayName eq "Ours"'), [idOf(user)]);
  });

  test('9865-5.2-02 9865-5.2-03 9865-5.2-05 rights are asked for on every page of a walk, and a cursor gives none', async () => {
    const { db, directory, credentials } = scim.instance.services;
    const demoted = await addCaller();
    const first = await cursorOf(demoted.token);
    assert.equal((await next(first, demoted.token)).status, 200);
    await db.transaction((tx) => directory.setRole(tx, actor(), demoted.id, 'member'));
    const without = await next(first, demoted.token);
    assert.ok([401, 403].includes(without.status), without.text);
    assertScimError(without, without.status);
    const nonsense = await next('nonsense', demoted.token);
    assert.deepEqual(
      [nonsense.status, nonsense.at('detail')],
      [without.status, without.at('detail')],
    );

    const narrowed = await addCaller();
    const second = await cursorOf(narrowed.token);
    await db.transaction((tx) =>
      credentials.change(tx, actor(), narrowed.credentialId, { rights: ['forms.read'] }),
    );
    assertScimError(await next(second, narrowed.token), (await next('x', narrowed.token)).status);
    assert.ok((await next(second, narrowed.token)).status >= 401);

    const gone = await addCaller();
    const third = await cursorOf(gone.token);
    const path = `/Users/${gone.id}`;
    await patch(scim, path, { op: 'replace', path: 'active', value: false });
    assertScimError(await next(third, gone.token), 401);
    await patch(scim, path, { op: 'replace', path: 'active', value: true });
    assertScimError(await next(third, await scim.instance.adminToken()), 400, 'invalidCursor');
  });

  // test/flows/limits.test.ts asks for first pages until they are refused.
  test('9865-5.3-01 the page size has a top', async () => {
    const top = Number((await scim.get('/ServiceProviderConfig')).at('pagination', 'maxPageSize'));
    assert.equal(top, 1000);
  });

  test('7644-7.8-01 filters find text whatever its composition', async () => {
    const id = idOf(await scim.addUser({ displayName: 'Zoë Müller', title: 'Ärztin' }));
    for (const filter of [
      'displayName eq "Zoe\u0308 Mu\u0308ller"',
      'displayName co "mu\u0308"',
      'title sw "A\u0308RZ"',
    ]) {
      const found = await filtered(scim, '/Users', `id eq "${id}" and ${filter}`);
      assert.equal(found.at('totalResults'), 1, filter);
    }
  });

  test('7644-7.4-02 a token lives an hour, a provisioning token until its end or its revocation, and not a request longer', async () => {
    const { clock, services } = scim.instance;
    const { db, credentials } = services;
    const lasting = await db.transaction((tx) =>
      credentials.createProvisioning(tx, actor(), { name: 'Okta', expiresInSeconds: 7200 }),
    );
    const revoked = await db.transaction((tx) =>
      credentials.createProvisioning(tx, actor(), { name: 'Entra', expiresInSeconds: 7200 }),
    );
    const { token } = await addCaller();
    const status = async (bearer: string) =>
      (await scim.get('/Users?count=0', { token: bearer })).status;
    const all = [token, lasting.provisioningToken, revoked.provisioningToken];
    assert.deepEqual(await Promise.all(all.map(status)), [200, 200, 200]);
    await db.transaction((tx) => credentials.revoke(tx, actor(), revoked.credentialId));
    assert.equal(await status(revoked.provisioningToken), 401);
    clock.advance(HOUR_MS + 1000);
    assert.deepEqual(await Promise.all(all.map(status)), [401, 200, 401]);
    clock.advance(HOUR_MS);
    assert.deepEqual(await Promise.all(all.map(status)), [401, 401, 401]);
  });
});
