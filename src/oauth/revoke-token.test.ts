import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NewSecret } from '#credentials/index.ts';
import { readAuditLines } from '../../test/support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../../test/support/instance.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

forEachEngine((engine) => {
  const clock = createTestClock();
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    const env = { FORMSTEAD_AUTH_URL: 'https://auth.example.com' };
    node = await startInstance(engine, { storage, clock, env });
    second = await startInstance(engine, { storage, clock, env, account: node.account });
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  interface Client {
    readonly clientId: string;
    readonly clientSecret: string;
  }
  const addClient = async (): Promise<Client> => {
    const { db, credentials } = node.services;
    const { accountId, userId } = node.account;
    const made: NewSecret = await db.transaction((tx) =>
      credentials.create(
        tx,
        { accountId, via: 'command-line' },
        { name: 'x', actsAsUserId: userId },
      ),
    );
    return { clientId: made.credentialId, clientSecret: made.clientSecret };
  };
  const tokenOf = ({ clientId, clientSecret }: Client) => node.token(clientId, clientSecret);
  const revoke = (client: Client | undefined, more: Readonly<Record<string, string>>, on = node) =>
    on.request('POST', '/connect/revoke', {
      token: null,
      headers: FORM,
      body: new URLSearchParams({
        ...(client && { client_id: client.clientId, client_secret: client.clientSecret }),
        ...more,
      }).toString(),
    });
  const statusOn = async (on: Instance, token: string) =>
    (await on.request('GET', '/v2/formz', { token })).status;

  test('check 10: a client ends its token, and the next request on every node is 401', async () => {
    const client = await addClient();
    const [ended, kept] = [await tokenOf(client), await tokenOf(client)];
    for (const each of [node, second]) assert.equal(await statusOn(each, ended), 200);
    const answer = await revoke(client, { token: ended });
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.equal(answer.headers['cache-control'], 'no-store');
    for (const each of [second, node]) {
      assert.equal(await statusOn(each, ended), 401);
      assert.equal(await statusOn(each, kept), 200);
    }
    const lines = (await readAuditLines(node.services.db, node.account.accountId)).filter(
      ({ action, credential }) => action === 'token.revoke' && credential === client.clientId,
    );
    assert.deepEqual(
      lines.map(({ result }) => result),
      ['ok'],
    );
  });

  test('what is no good any more is 200 as well: revoked, expired, malformed, of nobody', async () => {
    const client = await addClient();
    const token = await tokenOf(client);
    for (let i = 0; i < 2; i += 1) assert.equal((await revoke(client, { token })).status, 200);
    const old = await tokenOf(client);
    clock.advance(3_601_000);
    for (const each of [old, 'x', '....', `${old}x`, 'x'.repeat(5000)]) {
      const answer = await revoke(client, { token: each, token_type_hint: 'refresh_token' });
      assert.equal(answer.status, 200, each.slice(0, 20));
    }
  });

  test('a token of another client is not touched, whoever is asked', async () => {
    const [one, two] = [await addClient(), await addClient()];
    const token = await tokenOf(one);
    const other = await node.addAccount(`Other ${node.services.ids.next()}`);
    for (const client of [two, other]) {
      const answer = await revoke(client, { token });
      assert.deepEqual([answer.status, answer.at('error')], [400, 'unauthorized_client']);
    }
    assert.equal(await statusOn(second, token), 200);
  });

  test('who is not authenticated is 401 whatever the token, and a request without one is 400', async () => {
    const client = await addClient();
    const token = await tokenOf(client);
    for (const wrong of [undefined, { ...client, clientSecret: 'wrong' }]) {
      for (const sent of [{ token }, { token: 'x' }, {}]) {
        const answer = await revoke(wrong, sent);
        assert.deepEqual([answer.status, answer.at('error')], [401, 'invalid_client']);
      }
    }
    const bearer = await node.request('POST', '/connect/revoke', {
      token,
      headers: FORM,
      body: new URLSearchParams({ token }).toString(),
    });
    assert.deepEqual([bearer.status, bearer.at('error')], [401, 'invalid_client']);
    for (const sent of [{}, { token: '' }]) {
      const answer = await revoke(client, sent);
      assert.deepEqual([answer.status, answer.at('error')], [400, 'invalid_request']);
    }
    assert.equal(await statusOn(node, token), 200);
    const inUrl = await node.request('POST', `/connect/revoke?token=${token}`, {
      token: null,
      headers: FORM,
      body: new URLSearchParams({ client_id: client.clientId }).toString(),
    });
    assert.deepEqual([inUrl.status, inUrl.at('error')], [400, 'invalid_request']);
  });

  test('revoked tokens are forgotten when they are over by themselves, and no sooner', async () => {
    const { db, credentials } = node.services;
    const client = await addClient();
    const token = await tokenOf(client);
    await revoke(client, { token });
    const count = async () =>
      (await db.reader.selectFrom('revoked_tokens').select('jti').execute()).length;
    await credentials.purge(db.reader);
    const before = await count();
    assert.ok(before > 0);
    assert.equal(await statusOn(node, token), 401);
    clock.advance(3_600_000 + 11 * 60_000);
    await credentials.purge(db.reader);
    assert.equal(await count(), 0);
    assert.equal(await statusOn(node, token), 401);
  });
});
