// The static token of an identity provider: what it can do over SCIM, what nobody can do with it, and what ends it. On
// two nodes of one deployment.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { NewProvisioningToken } from '#credentials/index.ts';
import { readAuditLines } from '../support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import {
  ADMIN_PASSWORD,
  type Call,
  createTestClock,
  type Instance,
  startInstance,
} from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';
import { readStoredRows } from '../support/stored-rows.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SCIM = { 'content-type': 'application/scim+json' };
const YEAR_S = 365 * 86_400;
const NEW_PASSWORD = 'a long enough word, or four';

forEachEngine((engine) => {
  const clock = createTestClock();
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  let token: string;
  before(async () => {
    storage = await engine.fresh('any');
    const env = { FORMSTEAD_AUTH_URL: 'https://auth.example.com' };
    node = await startInstance(engine, { storage, clock, env });
    second = await startInstance(engine, { storage, clock, env, account: node.account });
    token = (await add()).provisioningToken;
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  const actor = (userId?: string) => ({
    accountId: node.account.accountId,
    via: 'command-line' as const,
    ...(userId !== undefined && { userId }),
  });
  const add = (
    more: { userId?: string; allowedNetworks?: string[]; expiresInSeconds?: number } = {},
  ) => {
    const { db, credentials } = node.services;
    const { userId, ...input } = more;
    return db.transaction((tx) =>
      credentials.createProvisioning(tx, actor(userId), {
        name: 'Okta',
        expiresInSeconds: YEAR_S,
        ...input,
      }),
    );
  };
  const rotate = (id: string, overlapSeconds?: number) => {
    const { db, credentials } = node.services;
    return db.transaction((tx) =>
      credentials.rotateProvisioning(tx, actor(), id, { overlapSeconds, expiresInSeconds: YEAR_S }),
    );
  };
  const call = (method: string, path: string, more: Call = {}, on = node) =>
    on.request(method, `/scim/v2${path}`, { token, headers: SCIM, ...more });
  const statusOn = async (on: Instance, bearer: string) =>
    (await call('GET', '/Users?count=1', { token: bearer }, on)).status;
  const addPerson = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const userName = `p${node.services.ids.next()}`;
    const answer = await call('POST', '/Users', { body: { schemas: [USER], userName, ...more } });
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const addAdmin = async () => {
    const { db, directory, passwords } = node.services;
    const passwordHash = await passwords.hash(ADMIN_PASSWORD);
    return db.transaction((tx) =>
      directory.createUser(tx, actor(), {
        attributes: { userName: `a${node.services.ids.next()}`, active: true },
        origin: 'local',
        role: 'admin',
        passwordHash,
      }),
    );
  };

  test('it provisions: people and groups are made, changed and deleted with it', async () => {
    const id = await addPerson({ password: NEW_PASSWORD });
    const patched = await call('PATCH', `/Users/${id}`, {
      body: { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] },
    });
    assert.equal(patched.status, 200, patched.text);
    const group = await call('POST', '/Groups', {
      body: { displayName: `g${id}`, members: [{ value: id }] },
    });
    assert.equal(group.status, 201, group.text);
    assert.equal((await call('DELETE', `/Groups/${String(group.at('id'))}`)).status, 204);
    assert.equal((await call('DELETE', `/Users/${id}`)).status, 204);
    assert.equal((await call('GET', '/ServiceProviderConfig')).status, 200);
  });

  test('the record names the credential and no user', async () => {
    const { credentialId, provisioningToken } = await add();
    const userName = `r${node.services.ids.next()}`;
    const answer = await call('POST', '/Users', {
      token: provisioningToken,
      body: { schemas: [USER], userName },
    });
    const { db } = node.services;
    const row = await db.reader
      .selectFrom('audit_events')
      .select(['action', 'actor_user_id', 'credential_id', 'ip'])
      .where('target_id', '=', String(answer.at('id')))
      .executeTakeFirstOrThrow();
    const { ip, ...rest } = row;
    assert.deepEqual(rest, {
      action: 'user.create',
      actor_user_id: null,
      credential_id: credentialId,
    });
    assert.match(ip ?? '', /127\.0\.0\.1|::1/);
    const lines = await readAuditLines(db, node.account.accountId);
    const made = lines.find(
      ({ action, target }) => action === 'credential.create' && target === credentialId,
    );
    assert.equal(Object(made?.detail).kind, 'provisioning-token');
  });

  test('check 34: it opens SCIM routes and no other', async () => {
    for (const { method, path, access } of await routesOf(node)) {
      // No token opens the routes of the web app and of public links; other tests cover them.
      if (access === 'public' || access.session || access.link) continue;
      const answer = await node.request(method, path.replace(/:\w+/, node.services.ids.next()), {
        token,
      });
      const what = `${method} ${path} ${answer.text}`;
      if (path.startsWith('/scim/v2')) {
        assert.ok(![401, 403].includes(answer.status), what);
        continue;
      }
      assert.deepEqual([answer.status, codeOf(answer)], [403, 'insufficient-scope'], what);
      assert.match(answer.headers['www-authenticate'] ?? '', /error="insufficient_scope"/);
    }
  });

  test('it is no client secret, and no token that clients can end', async () => {
    const { credentialId, provisioningToken } = await add();
    await assert.rejects(node.token(credentialId, provisioningToken), /401/);
    const { clientId, clientSecret } = node.account;
    const answer = await node.request('POST', '/connect/revoke', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        token: provisioningToken,
        client_id: clientId,
        client_secret: clientSecret,
      }).toString(),
    });
    assert.deepEqual([answer.status, answer.at('error')], [400, 'unsupported_token_type']);
    assert.equal(await statusOn(node, provisioningToken), 200);
  });

  test('7644-3.11-03 it acts as nobody: there is no /Me', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: { schemas: [USER] } };
      const answer = await call(method, '/Me', body);
      assert.equal(answer.status, 404, `${method} ${answer.text}`);
      assert.match(String(answer.at('detail')), /acts as no user/);
    }
  });

  test('deactivating whoever made it, or every person it may, does not stop the sync', async () => {
    const admin = await addAdmin();
    const { provisioningToken } = await add({ userId: admin.id });
    const off = await call('PATCH', `/Users/${admin.id}`, {
      token: provisioningToken,
      body: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
    assert.equal(off.status, 200, off.text);
    for (const each of [second, node]) assert.equal(await statusOn(each, provisioningToken), 200);
    const gone = await call('DELETE', `/Users/${admin.id}`, { token: provisioningToken });
    assert.equal(gone.status, 204, gone.text);
    for (const each of [second, node]) assert.equal(await statusOn(each, provisioningToken), 200);
  });

  test('the break-glass admin does not exist for it', async () => {
    const { userId } = node.account;
    assert.equal((await call('GET', `/Users/${userId}`)).status, 404);
    assert.equal((await call('DELETE', `/Users/${userId}`)).status, 404);
  });

  test('it sets no password of an admin, not even the one that the admin has; of others it does', async () => {
    const admin = await addAdmin();
    const { db, directory } = node.services;
    const hashOf = (id: string) =>
      directory.readPasswordHash(db.reader, node.account.accountId, id);
    const before = await hashOf(admin.id);
    for (const password of [NEW_PASSWORD, ADMIN_PASSWORD]) {
      const op = { op: 'replace', path: 'password', value: password };
      for (const answer of [
        await call('PUT', `/Users/${admin.id}`, {
          body: { schemas: [USER], userName: admin.userName, password },
        }),
        await call('PATCH', `/Users/${admin.id}`, { body: { schemas: [PATCH], Operations: [op] } }),
        await call('PATCH', `/Users/${admin.id}`, {
          body: { schemas: [PATCH], Operations: [{ op: 'replace', value: { password } }] },
        }),
      ]) {
        assert.deepEqual([answer.status, codeOf(answer)], [403, 'admin-password'], answer.text);
      }
    }
    const bulk = await call('POST', '/Bulk', {
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
        Operations: [
          {
            method: 'PATCH',
            path: `/Users/${admin.id}`,
            data: {
              schemas: [PATCH],
              Operations: [{ op: 'replace', path: 'password', value: ADMIN_PASSWORD }],
            },
          },
        ],
      },
    });
    assert.equal(bulk.at('Operations', 0, 'status'), '403', bulk.text);
    const removed = await call('PATCH', `/Users/${admin.id}`, {
      body: { schemas: [PATCH], Operations: [{ op: 'remove', path: 'password' }] },
    });
    assert.equal(removed.status, 403, removed.text);
    assert.equal(await hashOf(admin.id), before);
    const kept = await call('PUT', `/Users/${admin.id}`, {
      body: { schemas: [USER], userName: admin.userName, displayName: 'Ada' },
    });
    assert.equal(kept.status, 200, kept.text);
    const person = await addPerson();
    const set = await call('PATCH', `/Users/${person}`, {
      body: {
        schemas: [PATCH],
        Operations: [{ op: 'add', path: 'password', value: NEW_PASSWORD }],
      },
    });
    assert.equal(set.status, 200, set.text);
    assert.ok(await hashOf(person));
  });

  test('check 8: two can be live; the old one ends with its overlap, or at once', async () => {
    const first = await add();
    const { credentialId: id } = first;
    const next = await rotate(id, 3600);
    const both = async () => [
      await statusOn(node, first.provisioningToken),
      await statusOn(second, next.provisioningToken),
    ];
    assert.deepEqual(await both(), [200, 200]);
    await assert.rejects(rotate(id, 60), { code: 'too-many-secrets' });
    clock.advance(3_600_000);
    assert.deepEqual(await both(), [401, 200]);
    const last = await rotate(id);
    for (const each of [second, node]) {
      assert.equal(await statusOn(each, next.provisioningToken), 401);
      assert.equal(await statusOn(each, last.provisioningToken), 200);
    }
  });

  test('it has an end, and says so when that is past', async () => {
    const made = await add({ expiresInSeconds: 60 });
    clock.advance(59_000);
    assert.equal(await statusOn(node, made.provisioningToken), 200);
    clock.advance(1000);
    const answer = await call('GET', '/Users', { token: made.provisioningToken });
    assert.deepEqual([answer.status, codeOf(answer)], [401, 'token-expired']);
    assert.match(answer.headers['www-authenticate'] ?? '', /error="invalid_token".*expired/);
    for (const seconds of [0, -1, 1097 * 86_400, Number.POSITIVE_INFINITY]) {
      await assert.rejects(add({ expiresInSeconds: seconds }), { code: 'invalid-value' });
    }
  });

  test('check 10: revoked, it is refused with the next request on every node', async () => {
    const { db, credentials } = node.services;
    const endings: readonly ((made: NewProvisioningToken) => Promise<void>)[] = [
      ({ credentialId }) => db.transaction((tx) => credentials.revoke(tx, actor(), credentialId)),
      ({ credentialId, secretId }) =>
        db.transaction((tx) => credentials.revokeSecret(tx, actor(), credentialId, secretId)),
      ({ credentialId }) =>
        db.transaction((tx) =>
          credentials.change(tx, actor(), credentialId, { allowedNetworks: ['10.0.0.0/8'] }),
        ),
    ];
    for (const [i, end] of endings.entries()) {
      const made = await add();
      for (const each of [node, second])
        assert.equal(await statusOn(each, made.provisioningToken), 200);
      await end(made);
      for (const each of [second, node]) {
        assert.equal(await statusOn(each, made.provisioningToken), i === 2 ? 403 : 401);
      }
    }
  });

  test('text that is nearly one is refused before the storage is asked', async () => {
    const { provisioningToken: good } = await add();
    const other = await node.addAccount(`Other ${node.services.ids.next()}`);
    for (const bad of [
      'fsp_',
      `${good}x`,
      good.slice(0, -1),
      good.replace('fsp_acme_', `fsp_${other.accountCode}_`),
      good.replace('fsp_acme_', 'fsp_nobody_'),
      good.toUpperCase(),
      `${good.slice(0, 20)}${good[20] === 'a' ? 'b' : 'a'}${good.slice(21)}`,
      `fsp_${'x'.repeat(10_000)}`,
      "fsp_acme_' or 1=1",
    ]) {
      const answer = await call('GET', '/Users', { token: bad });
      assert.deepEqual([answer.status, codeOf(answer)], [401, 'token-invalid'], bad.slice(0, 60));
    }
  });

  test('check 9: it is shown once; storage, record and log hold no trace of it', async () => {
    const { provisioningToken, credentialId } = await add();
    assert.match(provisioningToken, /^fsp_acme_[\w-]{43}[0-9A-Za-z]{6}$/);
    await statusOn(node, provisioningToken);
    const { db, credentials } = node.services;
    const core = provisioningToken.slice('fsp_acme_'.length, -6);
    const found = await credentials.find(db.reader, node.account.accountId, credentialId);
    assert.equal(found?.secrets[0]?.hint, core.slice(-4));
    const everything = JSON.stringify([[...(await readStoredRows(db))], node.logs, found]);
    assert.ok(everything.includes(credentialId));
    assert.ok(!everything.includes(core));
    const { rows } = await sql<{ hash: string }>`select hash from secrets`.execute(db.reader);
    assert.ok(rows.every(({ hash }) => hash.length === 43));
  });

  test('its last use is known, with address and agent', async () => {
    const own = await startInstance(engine);
    const { db, credentials } = own.services;
    const { accountId } = own.account;
    const made = await db.transaction((tx) =>
      credentials.createProvisioning(
        tx,
        { accountId, via: 'command-line' },
        { name: 'x', expiresInSeconds: 60 },
      ),
    );
    const headers = { 'user-agent': 'Okta SCIM Client 1.0.0' };
    await own.request('GET', '/scim/v2/Users', { token: made.provisioningToken, headers });
    await own.server.close();
    const found = await credentials.find(db.reader, accountId, made.credentialId);
    for (const each of [found, found?.secrets[0]]) {
      assert.ok(each?.lastUsedAt !== undefined);
      assert.match(each.lastUsedIp ?? '', /127\.0\.0\.1|::1/);
      assert.equal(each.lastUsedAgent, 'Okta SCIM Client 1.0.0');
    }
    await own.services.close();
  });
});
