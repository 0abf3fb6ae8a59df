// Workloads that an identity provider vouches for: its token names neither Formstead's client id nor a life of a
// minute, so the claims that it must have are registered with the credential.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  assertionForm,
  type Claims,
  type KeyServer,
  keySetOf,
  makeSigner,
  startKeyServer,
} from '../../../test/support/assertions.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const ISSUER = 'https://login.example/tenant/v2.0';
const SUBJECT = '00000000-aaaa-bbbb-cccc-000000000001';
const AUDIENCE = 'api://formstead';
const DAY_S = 86_400;

forEachEngine((engine) => {
  const idp = makeSigner('RS256');
  let node: Instance;
  let server: KeyServer;
  let clientId: string;
  before(async () => {
    node = await startInstance(engine, { env: { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.1' } });
    server = await startKeyServer(keySetOf(idp));
    clientId = await register();
  });
  after(async () => {
    server.close();
    await node.close();
  });

  const register = async (more: { issuer?: string; subject?: string; audience?: string } = {}) => {
    const { services, account } = node;
    const actor = { accountId: account.accountId, via: 'command-line' } as const;
    const made = await services.db.transaction((tx) =>
      services.credentials.createWithKeys(tx, actor, {
        name: 'Workload',
        actsAsUserId: account.userId,
        keys: {
          kind: 'federated-identity',
          issuer: ISSUER,
          subject: SUBJECT,
          audience: AUDIENCE,
          ...more,
          source: { jwksUrl: server.url },
        },
      }),
    );
    return made.credentialId;
  };
  const now = () => Math.floor(node.clock.now() / 1000);
  const claims = (more: Claims = {}): Claims => ({
    iss: ISSUER,
    sub: SUBJECT,
    aud: AUDIENCE,
    iat: now(),
    nbf: now(),
    exp: now() + DAY_S,
    tid: 'tenant',
    oid: SUBJECT,
    ...more,
  });
  const post = (form: Readonly<Record<string, string>>) =>
    node.request('POST', '/connect/token', {
      token: null,
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const send = (more: Claims = {}, header: Claims = {}, by = idp) =>
    post(assertionForm(by.sign(claims(more), header), { client_id: clientId }));

  test('what the issuer says of a workload gets a token, for a day and as often as it is sent', async () => {
    const form = assertionForm(idp.sign(claims()), { client_id: clientId });
    for (let i = 0; i < 3; i += 1) {
      const answer = await post(form);
      assert.equal(answer.status, 200, answer.text);
      const token = String(answer.at('access_token'));
      assert.equal((await node.request('GET', '/scim/v2/Users', { token })).status, 200);
    }
    assert.equal((await send({ aud: [AUDIENCE, 'api://other'] })).status, 200);
    assert.equal((await send({ iat: undefined, nbf: undefined })).status, 200);
  });

  test('the client id is not in the assertion, so it must be beside it', async () => {
    const answer = await post(assertionForm(idp.sign(claims())));
    assert.deepEqual([answer.status, answer.at('error')], [401, 'invalid_client']);
  });

  const REFUSED: readonly (readonly [string, () => Claims])[] = [
    ['another issuer', () => ({ iss: `${ISSUER}/` })],
    ['another subject', () => ({ sub: SUBJECT.toUpperCase() })],
    ['our client id as subject', () => ({ sub: clientId, iss: clientId })],
    ['another audience', () => ({ aud: 'api://other' })],
    ['our own issuer as audience', () => ({ aud: node.baseUrl })],
    ['a life of more than a day', () => ({ exp: now() + DAY_S + 60 })],
    ['a life of two days that is nearly over', () => ({ iat: now() - 2 * DAY_S, exp: now() + 60 })],
    ['an end that is past', () => ({ iat: now() - 3600, exp: now() - 60 })],
  ];
  for (const [what, more] of REFUSED) {
    test(`an assertion with ${what} is refused like any other`, async () => {
      const answer = await send(more());
      assert.deepEqual([answer.status, answer.at('error')], [401, 'invalid_client'], answer.text);
    });
  }

  test('the signature must be of a key that the issuer publishes', async () => {
    const kid = String(idp.jwk['kid']);
    assert.equal((await send({}, {}, makeSigner('RS256', kid))).status, 401);
    assert.equal((await send({}, { alg: 'none' })).status, 401);
    assert.equal((await send({}, { alg: 'PS256' })).status, 401);
  });

  test('one issuer can speak for many: each credential has its own subject', async () => {
    const other = await register({ subject: 'other-workload' });
    const text = idp.sign(claims());
    assert.equal((await post(assertionForm(text, { client_id: other }))).status, 401);
    const theirs = idp.sign(claims({ sub: 'other-workload' }));
    assert.equal((await post(assertionForm(theirs, { client_id: other }))).status, 200);
    assert.equal((await post(assertionForm(theirs, { client_id: clientId }))).status, 401);
  });

  test('a federated identity is no private_key_jwt, and the other way round', async () => {
    const own = { iss: clientId, sub: clientId, aud: node.baseUrl, exp: now() + 60, jti: 'a' };
    assert.equal((await send(own)).status, 401);
  });
});
