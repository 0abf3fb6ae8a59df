import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { type Engine, type EngineInstance, forEachEngine } from '../../test/support/engines.ts';
import { codeOf } from '../../test/support/error-code.ts';
import { createTestClock, type Instance, startInstance } from '../../test/support/instance.ts';
import { encode, makeTestKeys, SUBJECT } from '../../test/support/tokens.ts';

const PATH = '/v2/formz';
const HOUR = 3600_000;
const INVALID =
  /^Bearer realm="formstead", error="invalid_token", error_description="[^"]*not valid"/;
const EXPIRED =
  /^Bearer realm="formstead", error="invalid_token", error_description="[^"]*expired"/;

forEachEngine((engine: Engine) => {
  const clock = createTestClock();
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  before(async () => {
    storage = await engine.fresh('any');
    // Two nodes of one deployment share the storage and the issuer.
    const env = { FORMSTEAD_AUTH_URL: 'https://auth.example.com' };
    node = await startInstance(engine, { storage, clock, env });
    second = await startInstance(engine, { storage, clock, env, account: node.account });
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  const get = (token: string | null, on = node, path = PATH) => on.request('GET', path, { token });
  const actor = () => ({ accountId: node.account.accountId, via: 'command-line' }) as const;
  const freshUser = (role?: 'admin') => node.addUser(`u${node.services.ids.next()}`, role);
  const freshCredential = () =>
    node.services.db.transaction((tx) =>
      node.services.credentials.create(tx, actor(), {
        name: 'fresh',
        actsAsUserId: node.account.userId,
      }),
    );

  async function refused(token: string, challenge: RegExp, on = node): Promise<void> {
    const answer = await get(token, on);
    assert.equal(answer.status, 401, answer.text);
    assert.match(answer.headers['www-authenticate'] ?? '', challenge);
    const code = challenge === EXPIRED ? 'token-expired' : 'token-invalid';
    assert.equal(codeOf(answer), code);
  }

  test('a token works on every node', async () => {
    const { token } = await freshUser();
    for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
  });

  test('check 17: no credentials: 401 with a bare challenge that names no error', async () => {
    const answer = await get(null);
    assert.equal(answer.status, 401);
    const challenge = answer.headers['www-authenticate'] ?? '';
    assert.match(challenge, /^Bearer realm="formstead"(, Basic|$)/);
    assert.doesNotMatch(challenge, /error/);
    assert.equal(codeOf(answer), 'credentials-missing');
  });

  test('check 17: malformed and foreign tokens are invalid, and the answer does not say why', async () => {
    const { token } = await freshUser();
    const [header = '', , ...rest] = token.split('.');
    const foreign = makeTestKeys('f0re');
    const foreignHeader = encode({
      alg: 'dir',
      enc: 'A256GCM',
      kid: foreign.encryptionKid,
      typ: 'at+jwt',
      cty: 'JWT',
    });
    const answers = [];
    for (const bad of [
      'x',
      '....',
      'null',
      `${token}x`,
      token.slice(0, -1),
      token.toUpperCase(),
      [header, 'AA', ...rest].join('.'),
      [foreignHeader, '', ...rest].join('.'),
      JSON.stringify(SUBJECT),
      'x'.repeat(10_000),
    ]) {
      await refused(bad, INVALID);
      const { text } = await get(bad);
      answers.push(text.replace(/"requestId":"[^"]*"/, ''));
    }
    assert.equal(new Set(answers).size, 1, answers.join('\n'));
  });

  test('a token is good for an hour and expired after it, on every node', async () => {
    const { clientId, clientSecret } = node.account;
    const token = await node.token(clientId, clientSecret);
    clock.advance(HOUR - 60_000);
    for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
    clock.advance(61_000);
    for (const each of [node, second]) await refused(token, EXPIRED, each);
  });

  test('check 10: PUT active:false over SCIM makes the very next request 401 on every node', async () => {
    const { id, token } = await freshUser();
    for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
    const { clientId, clientSecret } = node.account;
    const put = await node.request('PUT', `/scim/v2/Users/${id}`, {
      token: await node.token(clientId, clientSecret),
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `u${id}`,
        active: false,
      },
      headers: { 'content-type': 'application/scim+json' },
    });
    assert.equal(put.status, 200, put.text);
    for (const each of [second, node]) await refused(token, INVALID, each);
  });

  test('check 10: revoking, regenerating and revoking a secret hold on the very next request on every node', async () => {
    const { db, credentials } = node.services;
    const endings = [
      (id: string) => db.transaction((tx) => credentials.revoke(tx, actor(), id)),
      (id: string) => db.transaction((tx) => credentials.regenerate(tx, actor(), id)),
      (id: string, secretId: string) =>
        db.transaction((tx) => credentials.revokeSecret(tx, actor(), id, secretId)),
    ];
    for (const end of endings) {
      const { credentialId, secretId, clientSecret } = await freshCredential();
      const token = await node.token(credentialId, clientSecret);
      for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
      await end(credentialId, secretId);
      for (const each of [second, node]) await refused(token, INVALID, each);
    }
  });

  test('check 10: revoking a key ends its tokens on the very next request on every node, and new ones work', async () => {
    const { token } = await freshUser();
    for (const each of [node, second]) assert.equal((await get(token, each)).status, 200);
    const { signing } = await node.services.ring.current();
    await node.services.ring.revoke(signing.kid);
    for (const each of [second, node]) await refused(token, INVALID, each);
    clock.advance(1000);
    const { clientId, clientSecret } = node.account;
    for (const each of [second, node]) {
      assert.equal((await get(await each.token(clientId, clientSecret), each)).status, 200);
    }
  });

  test('check 12: no request fails while keys rotate on one node and tokens are made and used on both', async () => {
    const { clientId, clientSecret } = node.account;
    const old = await node.token(clientId, clientSecret);
    const statuses: number[] = [];
    const work = async (maker: Instance, user: Instance) => {
      for (let i = 0; i < 25; i += 1) {
        const fresh = await maker.token(clientId, clientSecret);
        statuses.push((await get(fresh, user)).status, (await get(old, user)).status);
      }
    };
    const rotate = async () => {
      for (const use of ['sig', 'enc', 'both'] as const) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        await node.services.ring.rotate(use);
      }
    };
    await Promise.all([work(node, second), work(second, node), rotate()]);
    assert.equal(statuses.length, 100);
    assert.ok(statuses.every((status) => status === 200));
  });

  test('check 16: a token anywhere but in the one Authorization header does not count', async () => {
    const { clientId, clientSecret } = node.account;
    const token = await node.token(clientId, clientSecret);
    const inQuery = await get(null, node, `${PATH}?access_token=${token}`);
    assert.equal(codeOf(inQuery), 'credentials-missing');
    const inForm = await node.request('POST', '/scim/v2/Users/.search', {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `access_token=${token}`,
    });
    assert.deepEqual([inForm.status, codeOf(inForm)], [401, 'credentials-missing']);
    const twice = await twoHeaders(node, [`Bearer ${token}`, `Bearer ${token}`]);
    assert.equal(twice, 401);
  });

  test('check 17: a credential narrowed to some rights is told which one is missing', async () => {
    const { db, credentials } = node.services;
    const made = await db.transaction((tx) =>
      credentials.create(tx, actor(), {
        name: 'narrow',
        actsAsUserId: node.account.userId,
        rights: ['scim'],
      }),
    );
    const token = await node.token(made.credentialId, made.clientSecret);
    assert.equal((await get(token, node, '/scim/v2/Users')).status, 200);
    const answer = await get(token);
    assert.equal(answer.status, 403);
    assert.match(answer.headers['www-authenticate'] ?? '', /error="insufficient_scope"/);
  });

  test('check 18: a token of another account never reaches into this one', async () => {
    const other = await node.addAccount(`Other ${node.services.ids.next()}`);
    const token = await node.token(other.clientId, other.clientSecret);
    const path = `/scim/v2/Users/${node.account.userId}`;
    assert.equal((await get(token, node, path)).status, 404);
  });
});

function twoHeaders(node: Instance, values: readonly string[]): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const raw = values.flatMap((value) => ['authorization', value]);
  const url = new URL(PATH, node.baseUrl);
  const headers = ['host', url.host, ...raw];
  const request = httpsRequest(url, { headers, ca: node.ca }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  request.on('error', reject);
  request.end();
  return promise;
}
