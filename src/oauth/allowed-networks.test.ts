import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAuditLines } from '../../test/support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

const HERE = ['127.0.0.0/8', '::1'];
const ELSEWHERE = ['10.0.0.0/8', '2001:db8::/32'];

forEachEngine((engine) => {
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    const env = { FORMSTEAD_AUTH_URL: 'https://auth.example.com' };
    node = await startInstance(engine, { storage, env });
    second = await startInstance(engine, { storage, env, account: node.account });
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  const actor = () => ({ accountId: node.account.accountId, via: 'command-line' }) as const;
  const add = (allowedNetworks?: readonly string[]) =>
    node.services.db.transaction((tx) =>
      node.services.credentials.create(tx, actor(), {
        name: 'Limited',
        actsAsUserId: node.account.userId,
        allowedNetworks,
      }),
    );
  const limit = (id: string, allowedNetworks: readonly string[] | null) =>
    node.services.db.transaction((tx) =>
      node.services.credentials.change(tx, actor(), id, { allowedNetworks }),
    );
  const get = (token: string, on = node, path = '/v2/formz') => on.request('GET', path, { token });

  test('from an allowed network everything is as without a list', async () => {
    for (const networks of [undefined, HERE]) {
      const { credentialId, clientSecret } = await add(networks);
      const token = await node.token(credentialId, clientSecret);
      for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
    }
  });

  test('check 3: at the token endpoint a wrong address is the same answer as a wrong secret', async () => {
    const { credentialId, clientSecret } = await add(ELSEWHERE);
    const ask = (secret: string) =>
      node.request('POST', '/connect/token', {
        token: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          scope: 'public_api',
          client_id: credentialId,
          client_secret: secret,
        }).toString(),
      });
    const [right, wrong] = [await ask(clientSecret), await ask('wrong')];
    assert.deepEqual([right.status, right.text], [401, wrong.text]);
    assert.match(node.logs.at(-2) ?? '', /"refused":"address"/);
  });

  test('a token that is used from elsewhere is 403 on the next request on every node, and told why', async () => {
    const { credentialId, clientSecret } = await add(HERE);
    const token = await node.token(credentialId, clientSecret);
    await limit(credentialId, ELSEWHERE);
    for (const each of [second, node]) {
      for (const path of ['/v2/formz', '/scim/v2/Users', '/v2/nothing']) {
        const answer = await get(token, each, path);
        assert.equal(answer.status, 403, answer.text);
        assert.equal(codeOf(answer), 'address-not-allowed');
        assert.match(String(answer.at('detail')), /may not be used from (127\.0\.0\.1|::1)/);
      }
    }
    await limit(credentialId, null);
    for (const each of [second, node]) assert.equal((await get(token, each)).status, 200);
  });

  test('who was refused for the address is on record, counted', async () => {
    const own = await startInstance(engine, { storage: await engine.fresh() });
    const { db, credentials } = own.services;
    const { accountId, clientId, clientSecret } = own.account;
    const token = await own.token(clientId, clientSecret);
    const by = { accountId, via: 'command-line' } as const;
    await db.transaction((tx) =>
      credentials.change(tx, by, clientId, { allowedNetworks: ELSEWHERE }),
    );
    for (let i = 0; i < 3; i += 1) await get(token, own);
    await assert.rejects(own.token(clientId, clientSecret), /401/);
    await own.server.close();
    const refused = (await readAuditLines(db, accountId)).filter(
      ({ result }) => result === 'refused',
    );
    assert.deepEqual(
      refused.map(({ action, credential, detail }) => [
        action,
        credential,
        Object(detail).reason,
        Object(detail).count,
      ]),
      [
        ['token.use', clientId, 'address', 3],
        ['token.issue', clientId, 'address', 1],
      ],
    );
    await own.services.close();
  });

  test('a list says what is wrong with it, and is stored in one spelling', async () => {
    for (const networks of [
      [],
      ['10.0.0.0/33'],
      ['example.org'],
      ['10.0.0.1', ''],
      Array(51).fill('10.0.0.1'),
    ]) {
      await assert.rejects(add(networks), { code: 'invalid-value', at: 'allowedNetworks' });
    }
    const { credentialId } = await add([
      '2001:DB8:0::/32',
      '192.0.2.7',
      '192.0.2.7/32',
      '::ffff:10.0.0.0/104',
    ]);
    const { db, credentials } = node.services;
    const found = await credentials.find(db.reader, node.account.accountId, credentialId);
    assert.deepEqual(found?.allowedNetworks, ['10.0.0.0/8', '192.0.2.7/32', '2001:db8::/32']);
  });
});
