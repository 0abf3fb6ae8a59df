import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth4webapi from 'oauth4webapi';
import { readAuditLines } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

const FORM = 'application/x-www-form-urlencoded';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const good = () => ({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: node.account.clientId,
    client_secret: node.account.clientSecret,
  });
  const post = (
    body: string | Buffer | Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
    path = '/connect/token',
  ): Promise<Answer> => {
    const isFields = typeof body !== 'string' && !Buffer.isBuffer(body);
    return node.request('POST', path, {
      token: null,
      body: isFields ? new URLSearchParams(body).toString() : body,
      headers: { 'content-type': FORM, ...headers },
    });
  };

  test('check 1: a credential gets a token: exactly the four members, for 3600 seconds, stored by nobody', async () => {
    const answer = await post(good());
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['pragma'], 'no-cache');
    const { access_token: token, ...rest } = Object(answer.body);
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'public_api' });
    assert.match(token, /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 200);
  });

  test('the order of parameters, unknown ones and a charset do not matter', async () => {
    const { grant_type, ...rest } = good();
    const fields = { resource: 'x', ...rest, audience: '', grant_type };
    const headers = { 'content-type': `${FORM}; charset=UTF-8` };
    assert.equal((await post(fields, headers)).status, 200);
  });

  test('several resources get a token if one of them is this service, and no token if none is', async () => {
    const { baseUrl } = node;
    const ask = (...resources: readonly string[]) => {
      const fields = new URLSearchParams(good());
      for (const resource of resources) fields.append('resource', resource);
      return post(fields.toString());
    };
    const other = 'https://other.example/api';
    for (const own of [baseUrl, `${baseUrl}/`, `${baseUrl}/v2`, `${baseUrl}/scim/v2`]) {
      assert.equal((await ask(other, own)).status, 200, own);
      assert.equal((await ask(own, own)).status, 200, own);
    }
    for (const foreign of [other, `${baseUrl}.other.example`, `${baseUrl}1`, 'x'.repeat(9_000)]) {
      const refused = await ask(other, foreign);
      assert.deepEqual([refused.status, refused.at('error')], [400, 'invalid_target'], foreign);
    }
    const basic = await ask(other, other);
    assert.match(String(basic.at('error_description')), new RegExp(`Send ${baseUrl}`));
  });

  const without = (name: string) => () => {
    const fields = new URLSearchParams(good());
    fields.delete(name);
    return fields.toString();
  };
  const changed = (change: Readonly<Record<string, string>>) => () =>
    new URLSearchParams({ ...good(), ...change }).toString();
  const raw = (suffix: string) => () => `${new URLSearchParams(good())}${suffix}`;
  const json = { 'content-type': 'application/json' };
  const basic = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };

  /** Malformed requests, each with the status and error of its answer (RFC 6749 §5.2). */
  const MALFORMED: readonly (readonly [
    what: string,
    body: () => string | Buffer,
    status: number,
    error: string,
    headers?: Readonly<Record<string, string>>,
  ])[] = [
    ['nothing', () => '', 400, 'invalid_request'],
    ['no grant_type', without('grant_type'), 400, 'invalid_request'],
    ['no scope', without('scope'), 400, 'invalid_scope'],
    ['no client_id', without('client_id'), 401, 'invalid_client'],
    ['no client_secret', without('client_secret'), 401, 'invalid_client'],
    ['an empty grant_type', changed({ grant_type: '' }), 400, 'invalid_request'],
    ['an empty scope', changed({ scope: '' }), 400, 'invalid_scope'],
    ['an empty client_id', changed({ client_id: '' }), 401, 'invalid_client'],
    ['an empty client_secret', changed({ client_secret: '' }), 401, 'invalid_client'],
    ['password grant', changed({ grant_type: 'password' }), 400, 'unsupported_grant_type'],
    ['implicit grant', changed({ grant_type: 'implicit' }), 400, 'unsupported_grant_type'],
    [
      'a grant in capitals',
      changed({ grant_type: 'CLIENT_CREDENTIALS' }),
      400,
      'unsupported_grant_type',
    ],
    ['a grant of Object', changed({ grant_type: '__proto__' }), 400, 'unsupported_grant_type'],
    ['another scope', changed({ scope: 'openid' }), 400, 'invalid_scope'],
    ['an extra scope', changed({ scope: 'public_api scim' }), 400, 'invalid_scope'],
    ['a repeated scope', changed({ scope: 'public_api public_api' }), 400, 'invalid_scope'],
    ['a scope in capitals', changed({ scope: 'PUBLIC_API' }), 400, 'invalid_scope'],
    ['a wrong secret', changed({ client_secret: 'fsk_wrong' }), 401, 'invalid_client'],
    ['a secret of 10 kB', changed({ client_secret: 'x'.repeat(10_000) }), 401, 'invalid_client'],
    ['a client id of 10 kB', changed({ client_id: 'x'.repeat(10_000) }), 401, 'invalid_client'],
    ['a scope of 10 kB', changed({ scope: 'x'.repeat(10_000) }), 400, 'invalid_scope'],
    ['an unknown client', changed({ client_id: 'acme-0' }), 401, 'invalid_client'],
    ['an injection', changed({ client_id: "' or 1=1 --" }), 401, 'invalid_client'],
    ['a NUL in the client id', changed({ client_id: 'a\0b' }), 400, 'invalid_request'],
    ['a NUL in the secret', changed({ client_secret: '\0' }), 400, 'invalid_request'],
    ['percent-encoded bytes that are not UTF-8', raw('%ff'), 400, 'invalid_request'],
    ['bytes that are not UTF-8', () => Buffer.from([0x61, 0x3d, 0xff]), 400, 'invalid_request'],
    ['a repeated grant_type', raw('&grant_type=client_credentials'), 400, 'invalid_request'],
    ['a repeated client_secret', raw('&client_secret=x'), 400, 'invalid_request'],
    ['a repeated unknown parameter', raw('&x=1&x=2'), 400, 'invalid_request'],
    ['JSON', () => JSON.stringify(good()), 400, 'invalid_request', json],
    ['a form called text', raw(''), 400, 'invalid_request', { 'content-type': 'text/plain' }],
    [
      'a multipart form',
      raw(''),
      400,
      'invalid_request',
      { 'content-type': 'multipart/form-data' },
    ],
    ['a header that is no media type', raw(''), 415, 'invalid_request', { 'content-type': ';;' }],
    ['two ways of authentication', raw(''), 400, 'invalid_request', basic],
    ['a Bearer header as well', raw(''), 400, 'invalid_request', { authorization: 'Bearer x' }],
    ['an assertion as well', raw('&client_assertion=x'), 400, 'invalid_request'],
    ['another client in the header', without('client_secret'), 400, 'invalid_request', basic],
    [
      'an assertion without its type',
      () => `${without('client_secret')()}&client_assertion=x`,
      400,
      'invalid_request',
    ],
    [
      'an assertion that is none',
      () => `${without('client_secret')()}&client_assertion=x&client_assertion_type=y`,
      401,
      'invalid_client',
    ],
  ];

  for (const [what, body, status, error, headers] of MALFORMED) {
    test(`check 5: ${what}: ${status} ${error}`, async () => {
      const answer = await post(body(), headers);
      assert.deepEqual([answer.status, answer.at('error')], [status, error], answer.text);
      assert.deepEqual(Object.keys(Object(answer.body)), ['error', 'error_description']);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
      assert.ok(!answer.text.includes(node.account.clientSecret));
    });
  }

  test('check 6: an unknown or extra scope is invalid_scope, never a lesser token', async () => {
    for (const scope of [
      'scim',
      'public_api scim',
      'scim public_api',
      ' public_api',
      'public_api ',
    ]) {
      const answer = await post({ ...good(), scope });
      assert.deepEqual([answer.status, answer.at('error')], [400, 'invalid_scope'], scope);
      assert.equal(answer.at('access_token'), undefined);
    }
  });

  test('check 7: client_credentials is the only grant', async () => {
    const more = {
      username: 'admin',
      password: 'x',
      code: 'x',
      refresh_token: 'x',
      assertion: 'x',
    };
    for (const grant_type of [
      'password',
      'authorization_code',
      'implicit',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:device_code',
    ]) {
      const answer = await post({ ...good(), ...more, grant_type });
      assert.deepEqual([answer.status, answer.at('error')], [400, 'unsupported_grant_type']);
    }
  });

  test('what is missing is named', async () => {
    for (const name of ['grant_type', 'scope', 'client_id', 'client_secret']) {
      const answer = await post(without(name)());
      assert.match(String(answer.at('error_description')), new RegExp(`^${name} is missing`));
    }
  });

  test('a client that is refused is answered with a challenge, whichever way it came', async () => {
    const fields = new URLSearchParams(without('client_secret')());
    fields.delete('client_id');
    const answer = await post(fields.toString(), basic);
    assert.equal(answer.status, 401);
    assert.match(answer.headers['www-authenticate'] ?? '', /^Basic realm="formstead"/);
    const inBody = await post({ ...good(), client_secret: 'wrong' });
    assert.match(inBody.headers['www-authenticate'] ?? '', /^Basic realm="formstead"/);
    const byNobody = await post(without('client_secret')());
    assert.match(byNobody.headers['www-authenticate'] ?? '', /^Basic realm="formstead"/);
  });

  test('parameters in the URL are refused, also beside a good body', async () => {
    for (const name of ['client_id', 'client_secret', 'scope', 'grant_type']) {
      const answer = await post(good(), {}, `/connect/token?${name}=x`);
      assert.deepEqual([answer.status, answer.at('error')], [400, 'invalid_request']);
      assert.match(
        String(answer.at('error_description')),
        new RegExp(`^${name} must be in the body`),
      );
    }
    assert.equal((await post(good(), {}, '/connect/token?tenant=x')).status, 200);
  });

  test('check 5: other methods are 405 and name POST', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await node.request(method, '/connect/token', { token: null });
      assert.deepEqual([answer.status, answer.headers['allow']], [405, 'POST'], method);
    }
  });

  test('a body of 65 kB is 413', async () => {
    assert.equal((await post(changed({ scope: 'x'.repeat(66_000) })())).status, 413);
  });

  test('check 3: unknown, wrong, expired, revoked and suspended are one and the same answer', async () => {
    const { services, account } = node;
    const { db, credentials, directory } = services;
    const actor = { accountId: account.accountId, via: 'command-line' } as const;
    const make = () =>
      db.transaction(async (tx) => {
        const user = await directory.createUser(tx, actor, {
          attributes: { userName: services.ids.next() },
          origin: 'local',
        });
        const name = 'refused';
        return credentials.create(tx, actor, { name, actsAsUserId: user.id });
      });
    const [revoked, suspended, replaced] = [await make(), await make(), await make()];
    const expired = await db.transaction((tx) =>
      credentials.create(tx, actor, {
        name: 'expired',
        actsAsUserId: account.userId,
        expiresInSeconds: 60,
      }),
    );
    node.clock.advance(60_000);
    await db.transaction((tx) => credentials.revoke(tx, actor, revoked.credentialId));
    await db.transaction((tx) => credentials.regenerate(tx, actor, replaced.credentialId));
    const found = await credentials.find(db.reader, account.accountId, suspended.credentialId);
    await db.transaction((tx) => directory.setActive(tx, actor, found?.actsAs?.id ?? '', false));
    const shown: readonly (readonly [string, string])[] = [
      [account.clientId, 'wrong'],
      [account.clientId, suspended.clientSecret],
      [`${account.clientId.slice(0, -1)}x`, account.clientSecret],
      [`nobody-${services.ids.next()}`, account.clientSecret],
      ['x', 'y'],
      [revoked.credentialId, revoked.clientSecret],
      [suspended.credentialId, suspended.clientSecret],
      [replaced.credentialId, replaced.clientSecret],
      [expired.credentialId, expired.clientSecret],
    ];
    const answers = [];
    for (const [client_id, client_secret] of shown) {
      const { status, headers, text } = await post({ ...good(), client_id, client_secret });
      const { date: _date, 'x-request-id': _id, ratelimit: _left, ...fixed } = headers;
      answers.push(JSON.stringify({ status, fixed, text }));
    }
    assert.equal(new Set(answers).size, 1, answers.join('\n'));
    assert.match(answers[0] ?? '', /"status":401.*invalid_client/);
  });

  test('check 9: each token and each refusal is on record, and no secret is anywhere', async () => {
    const { services, account } = node;
    const lines = async () =>
      (await readAuditLines(services.db, account.accountId)).filter(
        ({ action }) => action === 'token.issue',
      );
    const before = (await lines()).length;
    const canary = `canary-${services.ids.next()}`;
    await Promise.all(Array.from({ length: 20 }, () => post(good())));
    // Refusals of the tests before are written in the background.
    const issued = (await lines()).slice(before).filter(({ result }) => result === 'ok');
    assert.equal(issued.length, 20);
    for (const { credential, ip } of issued) {
      assert.equal(credential, account.clientId);
      assert.match(ip ?? '', /127\.0\.0\.1|::1/);
    }
    await post({ ...good(), client_secret: canary });
    assert.ok(!node.logs.join('').includes(canary));
    assert.ok(!node.logs.join('').includes(account.clientSecret));
    const rows = await services.db.reader.selectFrom('audit_events').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(account.clientSecret));
    await waitUntil(() => /"refused":"wrong-secret"/.test(node.logs.at(-1) ?? ''));
  });

  test('refused clients and last uses are on record when the service stops', async () => {
    const storage = await engine.fresh('any');
    const other = await startInstance(engine, { storage });
    const { clientId, clientSecret, accountId } = other.account;
    await other.token(clientId, clientSecret);
    for (const id of [clientId, clientId, `acme-${other.services.ids.next()}`]) {
      await assert.rejects(other.token(id, 'wrong'), /401/);
    }
    await other.server.close();
    const { db, credentials } = other.services;
    const lines = await readAuditLines(db, accountId);
    const refused = lines.filter(({ result }) => result === 'refused');
    const via = 'api';
    assert.deepEqual(
      refused.map(({ action, credential, detail }) => ({ action, credential, detail })),
      [
        {
          action: 'token.issue',
          credential: clientId,
          detail: { via, reason: 'wrong-secret', count: 2 },
        },
        {
          action: 'token.issue',
          credential: null,
          detail: { via, reason: 'unknown-client', count: 1 },
        },
      ],
    );
    const used = await credentials.find(db.reader, accountId, clientId);
    assert.ok(used?.lastUsedAt !== undefined);
    assert.equal(used.secrets[0]?.lastUsedAt, used.lastUsedAt);
    await other.services.close();
  });

  test('a standard OAuth client gets a token', async () => {
    const { clientId, clientSecret } = node.account;
    const server = {
      issuer: node.baseUrl,
      token_endpoint: `${node.baseUrl}/connect/token`,
    };
    const response = await oauth4webapi.clientCredentialsGrantRequest(
      server,
      { client_id: clientId },
      oauth4webapi.ClientSecretPost(clientSecret),
      new URLSearchParams({ scope: 'public_api' }),
      { [oauth4webapi.customFetch]: (url, init) => fetchOver(node, url, init) },
    );
    const client = { client_id: clientId };
    const result = await oauth4webapi.processClientCredentialsResponse(server, client, response);
    assert.equal(result.token_type, 'bearer');
    assert.equal(result.expires_in, 3600);
  });
});

/** Calls fetch with trust in the instance's own certificate. */
async function fetchOver(
  node: Instance,
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
  },
): Promise<Response> {
  const { status, text, headers } = await node.request(init.method, new URL(url).pathname, {
    token: null,
    headers: init.headers,
    body: String(init.body),
  });
  const contentType = headers['content-type'] ?? '';
  return new Response(text, { status, headers: { 'content-type': contentType } });
}
