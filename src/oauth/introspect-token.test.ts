import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const ask = (
    token: string,
    client: { clientId: string; clientSecret: string } | undefined = node.account,
  ) =>
    node.request('POST', '/connect/introspect', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        token,
        client_id: client.clientId,
        client_secret: client.clientSecret,
      }).toString(),
    });

  test('a token that holds tells what it is, to any client of its account', async () => {
    const user = await node.addUser(`u${node.services.ids.next()}`);
    const answer = await ask(user.token);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { iat, exp, jti, client_id: clientId, ...rest } = Object(answer.body);
    assert.deepEqual(rest, {
      active: true,
      scope: 'public_api',
      token_type: 'Bearer',
      iss: node.baseUrl,
      aud: 'urn:formstead:public_api',
      sub: user.id,
    });
    assert.equal(exp - iat, 3600);
    assert.match(jti, /^[0-9a-f-]{36}$/);
    assert.match(clientId, /^acme-[0-9a-f-]{36}$/);
  });

  test('it is asked of the storage: a deactivation shows at once', async () => {
    const { db, directory } = node.services;
    const { id, token } = await node.addUser(`u${node.services.ids.next()}`);
    const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
    assert.equal((await ask(token)).at('active'), true);
    await db.transaction((tx) => directory.setActive(tx, actor, id, false));
    const answer = await ask(token);
    assert.deepEqual([answer.status, answer.body], [200, { active: false }]);
  });

  test('of any other token nothing is said but that it is not active', async () => {
    const other = await node.addAccount(`Other ${node.services.ids.next()}`);
    const theirs = await node.token(other.clientId, other.clientSecret);
    const mine = await node.adminToken();
    for (const each of [theirs, `${mine}x`, 'x', 'fsp_acme_x', '....', 'x'.repeat(9000)]) {
      const answer = await ask(each);
      assert.deepEqual([answer.status, answer.body], [200, { active: false }], each.slice(0, 20));
    }
    assert.deepEqual((await ask(mine, other)).body, { active: false });
  });

  test('only clients are told: 401 without their proof, 400 without a token', async () => {
    const token = await node.adminToken();
    const wrong = await ask(token, { ...node.account, clientSecret: 'wrong' });
    assert.deepEqual([wrong.status, wrong.at('error')], [401, 'invalid_client']);
    const none = await ask('');
    assert.deepEqual([none.status, none.at('error')], [400, 'invalid_request']);
    const bearer = await node.request('POST', '/connect/introspect', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    });
    assert.equal(bearer.status, 401);
    assert.match(bearer.headers['www-authenticate'] ?? '', /^Basic/);
  });
});
