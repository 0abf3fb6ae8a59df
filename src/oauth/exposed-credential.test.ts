// A client calls http:// behind a proxy: it never gets data, and its credential counts as known to others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAuditLines } from '../../test/support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../../test/support/instance.ts';
import { type PlainCall, sendPlain } from '../../test/support/plain-http.ts';

const PROXY = { FORMSTEAD_TRUSTED_PROXIES: '127.0.0.1, ::1' };
const URLS = {
  FORMSTEAD_PUBLIC_URL: 'https://forms.example.com',
  FORMSTEAD_AUTH_URL: 'https://forms.example.com',
};

forEachEngine((engine) => {
  let storage: EngineInstance;
  let inside: Instance;
  let marking: Instance;
  let revoking: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    inside = await startInstance(engine, { storage, env: URLS });
    const { account } = inside;
    const env = { ...URLS, ...PROXY };
    marking = await startInstance(engine, { storage, account, env });
    const strict = { ...env, FORMSTEAD_EXPOSED_CREDENTIALS: 'revoke' };
    revoking = await startInstance(engine, { storage, account, env: strict });
  });
  after(async () => {
    await revoking.close();
    await marking.close();
    await inside.close();
  });

  const actor = () => ({ accountId: inside.account.accountId, via: 'command-line' }) as const;
  const addClient = (allowedNetworks?: readonly string[]) =>
    inside.services.db.transaction((tx) =>
      inside.services.credentials.create(tx, actor(), {
        name: 'Sync',
        actsAsUserId: inside.account.userId,
        allowedNetworks,
      }),
    );
  const addProvisioning = () =>
    inside.services.db.transaction((tx) =>
      inside.services.credentials.createProvisioning(tx, actor(), {
        name: 'Okta',
        expiresInSeconds: 86_400,
      }),
    );
  const lines = () => readAuditLines(inside.services.db, inside.account.accountId);
  const exposures = async () => (await lines()).filter(({ action }) => action.includes('expose'));
  /** Sends a call over plain HTTP and expects 403. Returns the audit events that it added. */
  const sendInClear = async (node: Instance, authorization: string, call: PlainCall = {}) => {
    const before = (await exposures()).length;
    const headers = { authorization, ...call.headers };
    const answer = await sendPlain(node.server.port, { ...call, headers });
    assert.equal(answer.status, 403, answer.text);
    assert.equal(JSON.parse(answer.text).code ?? 'oauth', call.path ? 'oauth' : 'plain-http');
    for (let waited = 0; waited < 500; waited += 10) {
      if ((await exposures()).length > before) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return (await exposures()).slice(before);
  };
  const works = async (bearer: string) =>
    (await inside.request('GET', '/scim/v2/Users?count=1', { token: bearer })).status;
  const secretOf = async (id: string) => {
    const { db, credentials } = inside.services;
    const found = await credentials.find(db.reader, inside.account.accountId, id);
    return found?.secrets[0];
  };
  const basic = (user: string, password: string) => `Basic ${btoa(`${user}:${password}`)}`;
  const toConnect = { method: 'POST', path: '/connect/token' };

  test('check 25: a client secret in a header over plain HTTP is shown as exposed, and still works', async () => {
    const { credentialId, clientSecret, secretId } = await addClient();
    const header = basic(credentialId, clientSecret);
    const [line, ...others] = await sendInClear(marking, header, toConnect);
    assert.deepEqual(others, []);
    assert.partialDeepStrictEqual(line?.detail, { secret: secretId, revoked: false });
    assert.deepEqual(
      [line?.action, line?.target, line?.credential],
      ['credential.expose-secret', credentialId, credentialId],
    );
    assert.match(line?.ip ?? '', /^(127\.0\.0\.1|::1)$/);
    assert.ok((await secretOf(credentialId))?.exposedAt);
    await inside.token(credentialId, clientSecret);
  });

  test('check 25: in strict mode the exposed client secret ends, and with it every token it got', async () => {
    const { credentialId, clientSecret } = await addClient(['10.0.0.0/8']);
    const lax = await addClient();
    const token = await inside.token(lax.credentialId, lax.clientSecret);
    for (const made of [{ credentialId, clientSecret }, lax]) {
      const header = basic(made.credentialId, made.clientSecret);
      const [line] = await sendInClear(revoking, header, toConnect);
      assert.equal(Object(line?.detail).revoked, true);
      assert.equal((await secretOf(made.credentialId))?.state, 'revoked');
    }
    assert.equal(await works(token), 401);
    await assert.rejects(inside.token(lax.credentialId, lax.clientSecret), /401/);
  });

  test('check 25: an exposed access token is on record; in strict mode that token ends and no other', async () => {
    const { credentialId, clientSecret } = await addClient();
    const [one, two] = [
      await inside.token(credentialId, clientSecret),
      await inside.token(credentialId, clientSecret),
    ];
    const [marked] = await sendInClear(marking, `Bearer ${one}`);
    assert.deepEqual([marked?.action, Object(marked?.detail).revoked], ['token.expose', false]);
    assert.equal(await works(one), 200);
    const [ended] = await sendInClear(revoking, `bearer ${one}`);
    assert.deepEqual([ended?.action, Object(ended?.detail).revoked], ['token.expose', true]);
    assert.deepEqual([await works(one), await works(two)], [401, 200]);
  });

  test('check 25: an exposed provisioning token is marked; in strict mode it ends', async () => {
    const { credentialId, provisioningToken } = await addProvisioning();
    await sendInClear(marking, `Bearer ${provisioningToken}`);
    assert.ok((await secretOf(credentialId))?.exposedAt);
    assert.equal(await works(provisioningToken), 200);
    await sendInClear(revoking, `Bearer ${provisioningToken}`);
    assert.equal(await works(provisioningToken), 401);
  });

  test('check 25: an exposed password is on record and locks nobody out', async () => {
    const header = basic('admin', ADMIN_PASSWORD);
    const [line] = await sendInClear(revoking, header);
    assert.equal(line?.action, 'user.expose-password');
    assert.equal(line?.target, inside.account.userId);
    const call = { token: null, headers: { authorization: header } };
    assert.equal((await inside.request('GET', '/v2/formz', call)).status, 200);
  });

  test('check 25: credentials that are not good leave no trace, and one that is good a single line', async () => {
    const before = (await exposures()).length;
    for (const header of [
      '',
      'Bearer x',
      `Bearer ${'x'.repeat(2000)}`,
      'Bearer fsp_nothing',
      'Digest username="admin"',
    ]) {
      await sendPlain(revoking.server.port, { headers: { authorization: header } });
      await sendPlain(revoking.server.port, { ...toConnect, headers: { authorization: header } });
    }
    const { credentialId, clientSecret } = await addClient();
    const wrong = basic(credentialId, `${clientSecret}x`);
    await sendPlain(revoking.server.port, { ...toConnect, headers: { authorization: wrong } });
    const token = await inside.token(credentialId, clientSecret);
    for (let i = 0; i < 5; i += 1) {
      await sendPlain(marking.server.port, { headers: { authorization: `Bearer ${token}` } });
    }
    for (let waited = 0; waited < 5000 && (await exposures()).length === before; waited += 10) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, 200)); // no other event may follow meanwhile
    assert.equal((await exposures()).length, before + 1);
    assert.equal(await works(token), 200);
  });

  test('check 27: what a call in the clear claims of its origin is not believed', async () => {
    const { credentialId, clientSecret } = await addClient();
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https, http' };
    const header = basic(credentialId, clientSecret);
    const [line] = await sendInClear(marking, header, { ...toConnect, headers });
    assert.match(line?.ip ?? '', /^(127\.0\.0\.1|::1)$/);
  });

  test('check 25: no exposed credential gets into the log', async () => {
    const { credentialId, clientSecret } = await addClient();
    const token = await inside.token(credentialId, clientSecret);
    await sendInClear(marking, `Bearer ${token}`);
    await sendInClear(marking, basic(credentialId, clientSecret), toConnect);
    for (const line of marking.logs) {
      assert.ok(!line.includes(token) && !line.includes(clientSecret), line);
    }
    const said = marking.logs.map((line) => JSON.parse(line));
    assert.ok(said.some(({ error, status }) => error === 'plain-http' && status === 403));
  });
});
