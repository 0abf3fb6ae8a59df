// Clients that sign for themselves, on two nodes of one deployment.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  ALGORITHMS,
  assertionForm,
  type Claims,
  type KeyServer,
  keySetOf,
  makeSigner,
  ownClaims,
  type Signer,
  startKeyServer,
} from '../../../test/support/assertions.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { type EngineInstance, forEachEngine } from '../../../test/support/engines.ts';
import {
  type Answer,
  createTestClock,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';

const ISSUER = 'https://auth.example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

forEachEngine((engine) => {
  const clock = createTestClock();
  const signer = makeSigner('ES256');
  let storage: EngineInstance;
  let node: Instance;
  let second: Instance;
  let clientId: string;
  before(async () => {
    storage = await engine.fresh('any');
    const env = { FORMSTEAD_AUTH_URL: ISSUER, FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8' };
    node = await startInstance(engine, { storage, clock, env });
    second = await startInstance(engine, { storage, clock, env, account: node.account });
    clientId = await register({ jwks: keySetOf(signer) });
  });
  after(async () => {
    await second.close();
    await node.close();
  });

  const actor = () => ({ accountId: node.account.accountId, via: 'command-line' }) as const;
  const register = async (source: { jwks: string } | { jwksUrl: string }): Promise<string> => {
    const { db, credentials } = node.services;
    const made = await db.transaction((tx) =>
      credentials.createWithKeys(tx, actor(), {
        name: 'Signer',
        actsAsUserId: node.account.userId,
        keys: { kind: 'private-key-jwt', source },
      }),
    );
    return made.credentialId;
  };
  const post = (form: Readonly<Record<string, string>>, on = node): Promise<Answer> =>
    on.request('POST', '/connect/token', {
      token: null,
      body: new URLSearchParams(form).toString(),
      headers: FORM,
    });
  const claims = (more: Claims = {}) => ({ ...ownClaims(clientId, ISSUER, clock.now()), ...more });
  const send = (more: Claims = {}, header: Claims = {}, by: Signer = signer, on = node) =>
    post(assertionForm(by.sign(claims(more), header)), on);
  const reasons = () =>
    node.logs.map((line) => JSON.parse(line).refused).filter((reason) => reason !== undefined);

  for (const alg of ALGORITHMS) {
    test(`check 11: a client that signs with ${alg} gets a token that works on every node`, async () => {
      const own = makeSigner(alg);
      const id = await register({ jwks: keySetOf(own) });
      const answer = await post(assertionForm(own.sign(ownClaims(id, ISSUER, clock.now()))));
      assert.equal(answer.status, 200, answer.text);
      const token = String(answer.at('access_token'));
      for (const each of [node, second]) {
        assert.equal((await each.request('GET', '/v2/formz', { token })).status, 200);
      }
    });
  }

  test('client_id may be there as well, an audience may be in a list of one, and a type may be said', async () => {
    const text = signer.sign(claims({ aud: [ISSUER] }), { typ: 'client-authentication+jwt' });
    assert.equal((await post(assertionForm(text, { client_id: clientId }))).status, 200);
    assert.equal((await send({}, { typ: undefined, kid: undefined })).status, 200);
    assert.equal((await send({ iat: undefined })).status, 200);
  });

  test('an assertion may end at a fraction of a second, as many libraries write it', async () => {
    const jti = randomUUID();
    const more = { jti, exp: clock.now() / 1000 + 50.4567 };
    const answer = await send(more);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await send(more)).status, 401);
  });

  test('check 11: an assertion is good once, on whatever node it comes again', async () => {
    const text = signer.sign(claims());
    const answers = await Promise.all([
      post(assertionForm(text)),
      post(assertionForm(text), second),
      post(assertionForm(text)),
      post(assertionForm(text), second),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
    const jti = randomUUID();
    assert.equal((await send({ jti })).status, 200);
    assert.equal(
      (await send({ jti, exp: Math.floor(clock.now() / 1000) + 50 }, {}, signer, second)).status,
      401,
    );
    await node.services.credentials.purge(node.services.db.reader);
    assert.equal((await post(assertionForm(text))).status, 401);
  });

  const now = () => Math.floor(clock.now() / 1000);
  const REFUSED: readonly (readonly [string, () => Claims, Claims?])[] = [
    ['the token endpoint as audience', () => ({ aud: `${ISSUER}/connect/token` })],
    ['another audience beside ours', () => ({ aud: [ISSUER, 'https://other.example'] })],
    ['our audience with a slash', () => ({ aud: `${ISSUER}/` })],
    ['no audience', () => ({ aud: undefined })],
    ['an empty audience', () => ({ aud: [] })],
    ['a life of 100 s', () => ({ exp: now() + 100 })],
    ['a life of a year', () => ({ exp: now() + 31_536_000 })],
    ['a life that began an hour ago', () => ({ iat: now() - 3600 })],
    ['an end 31 s ago', () => ({ iat: now() - 91, exp: now() - 31 })],
    ['no end', () => ({ exp: undefined })],
    ['an end that is text', () => ({ exp: String(now() + 60) })],
    ['a beginning in a minute', () => ({ nbf: now() + 60 })],
    ['an issue in a minute', () => ({ iat: now() + 60 })],
    ['no jti', () => ({ jti: undefined })],
    ['an empty jti', () => ({ jti: '' })],
    ['a jti that is a number', () => ({ jti: 7 })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['no issuer', () => ({ iss: undefined })],
    ['another subject', () => ({ sub: node.account.clientId })],
    ['the type of an access token', () => ({}), { typ: 'at+jwt' }],
    ['an unknown kid', () => ({}), { kid: 'other' }],
    ['alg none', () => ({}), { alg: 'none' }],
    ['HS256', () => ({}), { alg: 'HS256' }],
    ['ES384 with the key of ES256', () => ({}), { alg: 'ES384' }],
    ['RS256 with the key of ES256', () => ({}), { alg: 'RS256' }],
    ['a critical header', () => ({}), { crit: ['x'], x: 1 }],
    ['an unencoded payload', () => ({}), { crit: ['b64'], b64: false }],
  ];
  for (const [what, more, header] of REFUSED) {
    test(`check 11: an assertion with ${what} is refused like any other`, async () => {
      const answer = await send(more(), header);
      assert.deepEqual([answer.status, answer.at('error')], [401, 'invalid_client'], answer.text);
      assert.match(String(answer.at('error_description')), /unknown or did not prove who it is/);
    });
  }

  test('a key that comes along in the header is not believed', async () => {
    const foreign = makeSigner('ES256', String(signer.jwk['kid']));
    for (const header of [{ jwk: foreign.jwk }, { jku: 'https://evil.example/keys' }, {}]) {
      assert.equal((await send({}, header, foreign)).status, 401);
    }
    assert.ok(reasons().includes('assertion: wrong signature'));
  });

  test('text that is no JWT is refused and breaks nothing', async () => {
    for (const text of [
      'x',
      '..',
      'a.b.c',
      'e30.e30.',
      `${signer.sign(claims())}x`,
      '.'.repeat(9000),
      'x'.repeat(40_000),
      'eyJhbGciOiJFUzI1NiJ9.W10.AAAA',
    ]) {
      const answer = await post(assertionForm(text, { client_id: clientId }));
      assert.deepEqual(
        [answer.status, answer.at('error')],
        [401, 'invalid_client'],
        text.slice(0, 40),
      );
    }
  });

  test('the clock of a client may be half a minute off, and no more', async () => {
    for (const [offset, status] of [
      [-29, 200],
      [29, 200],
      [-92, 401],
      [31, 401],
    ] as const) {
      // The next whole second: the one that has begun may be over when the request arrives.
      const at = Math.ceil(clock.now() / 1000) + offset;
      const answer = await send({ iat: at, nbf: at, exp: at + 60 });
      assert.equal(answer.status, status, String(offset));
    }
  });

  test('never two methods at once, and none of the wrong kind', async () => {
    const text = signer.sign(claims());
    const { clientSecret } = node.account;
    const both = await post(assertionForm(text, { client_secret: clientSecret }));
    assert.deepEqual([both.status, both.at('error')], [400, 'invalid_request']);
    const basic = await node.request('POST', '/connect/token', {
      token: null,
      body: new URLSearchParams(assertionForm(text)).toString(),
      headers: {
        ...FORM,
        authorization: `Basic ${Buffer.from(`${clientId}:x`).toString('base64')}`,
      },
    });
    assert.deepEqual([basic.status, basic.at('error')], [400, 'invalid_request']);
    const secret = { grant_type: 'client_credentials', scope: 'public_api' };
    const shown = await post({ ...secret, client_id: clientId, client_secret: clientSecret });
    assert.equal(shown.status, 401);
    const { clientId: other } = node.account;
    const asOther = ownClaims(other, ISSUER, clock.now());
    assert.equal((await post(assertionForm(signer.sign(asOther)))).status, 401);
    const untyped = await post({ ...assertionForm(text), client_assertion_type: 'urn:x' });
    assert.deepEqual([untyped.status, untyped.at('error')], [401, 'invalid_client']);
  });

  test('a token of a signing client ends with the credential, its user and its keys', async () => {
    const { db, credentials } = node.services;
    const own = makeSigner('EdDSA');
    const next = makeSigner('EdDSA');
    const id = await register({ jwks: keySetOf(own) });
    const tokenOf = async (by: Signer) => {
      const answer = await post(assertionForm(by.sign(ownClaims(id, ISSUER, clock.now()))));
      return String(answer.at('access_token'));
    };
    const statusOn = async (on: Instance, token: string) =>
      (await on.request('GET', '/v2/formz', { token })).status;
    const change = (jwks: string) =>
      db.transaction((tx) => credentials.change(tx, actor(), id, { keys: { jwks } }));
    const first = await tokenOf(own);
    await change(keySetOf(own, next));
    assert.equal(await statusOn(second, first), 200, 'a key more ends nothing');
    await change(keySetOf(next));
    for (const each of [second, node]) assert.equal(await statusOn(each, first), 401);
    const late = await post(assertionForm(own.sign(ownClaims(id, ISSUER, clock.now()))));
    assert.equal(late.status, 401);
    const last = await tokenOf(next);
    assert.equal(await statusOn(node, last), 200);
    await db.transaction((tx) => credentials.revoke(tx, actor(), id));
    for (const each of [second, node]) assert.equal(await statusOn(each, last), 401);
    const lines = await readAuditLines(db, node.account.accountId);
    const changes = lines.filter(
      ({ action, target }) => action === 'credential.change' && target === id,
    );
    assert.deepEqual(
      changes.map(({ detail }) => Object(detail).endsTokens),
      [false, true],
    );
  });

  test('keys at an address are fetched once, and again when a new one appears', async () => {
    const own = makeSigner('ES384');
    const server: KeyServer = await startKeyServer(keySetOf(own));
    const id = await register({ jwksUrl: server.url });
    const ask = (by: Signer, on = node) =>
      post(assertionForm(by.sign(ownClaims(id, ISSUER, clock.now()))), on);
    for (let i = 0; i < 3; i += 1) assert.equal((await ask(own)).status, 200);
    assert.equal(server.fetches(), 1);
    const next = makeSigner('ES384');
    server.publish(keySetOf(own, next));
    assert.equal((await ask(next)).status, 401, 'asked a moment ago');
    clock.advance(31_000);
    assert.equal((await ask(next)).status, 200);
    assert.equal(server.fetches(), 2);
    for (let i = 0; i < 5; i += 1) assert.equal((await ask(makeSigner('ES384'))).status, 401);
    assert.equal(server.fetches(), 2, 'invented kids do not make us call');
    assert.equal((await ask(own, second)).status, 200);
    assert.equal(server.fetches(), 3, 'each node keeps its own');
    server.publish('gone', 500);
    clock.advance(6 * 60_000);
    assert.equal((await ask(own)).status, 200, 'keys of before hold for a while');
    clock.advance(61 * 60_000);
    const lost = await ask(own);
    assert.deepEqual([lost.status, lost.at('error')], [503, 'temporarily_unavailable']);
    assert.equal(lost.headers['retry-after'], '30');
    assert.ok(!lost.text.includes('127.0.0.1'));
    server.close();
  });

  test('check 37: an address inside the house is not called unless the operator named it', async () => {
    const id = await register({ jwksUrl: 'https://10.0.0.1/keys' });
    const answer = await post(assertionForm(signer.sign(ownClaims(id, ISSUER, clock.now()))));
    assert.equal(answer.status, 503);
    assert.match(node.logs.at(-1) ?? '', /10\.0\.0\.1 is not a public address/);
  });
});
