// A standard OAuth 2.0 client gets a token and uses it; and an independent implementation of JOSE, node:crypto alone,
// opens the token.
import assert from 'node:assert/strict';
import { createPublicKey, verify, webcrypto } from 'node:crypto';
import { after, before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { forEngineOrBoth } from '../support/engines.ts';
import { createTestClock, type Instance, startInstance } from '../support/instance.ts';

const HOUR_MS = 3_600_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

forEngineOrBoth('sqlite', (engine) => {
  const clock = createTestClock();
  let node: Instance;
  let server: oauth.AuthorizationServer;
  let http: Fetching;
  before(async () => {
    node = await startInstance(engine, { clock });
    server = { issuer: node.baseUrl, token_endpoint: `${node.baseUrl}/connect/token` };
    http = { [oauth.customFetch]: (url, init) => fetchOver(node, url, init) };
  });
  after(() => node.close());

  const grant = async (authentication: oauth.ClientAuth) => {
    const client = { client_id: node.account.clientId };
    const parameters = new URLSearchParams({ scope: 'public_api' });
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      parameters,
      http,
    );
    return oauth.processClientCredentialsResponse(server, client, response);
  };
  const good = () => grant(oauth.ClientSecretPost(node.account.clientSecret));
  const list = (token: string) =>
    oauth.protectedResourceRequest(
      token,
      'GET',
      new URL('/v2/formz', node.baseUrl),
      new Headers(),
      null,
      http,
    );

  test('the client gets a token for an hour, and the token opens the form list', async () => {
    const granted = await good();
    assert.equal(granted.token_type, 'bearer');
    assert.equal(granted.expires_in, 3600);
    assert.equal(granted.scope, 'public_api');
    assert.equal(granted.refresh_token, undefined);
    const response = await list(granted.access_token);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), []);
  });

  test('both layers are what is documented: every header, every claim, and no other', async () => {
    const started = Math.floor(clock.now() / 1000);
    const { access_token: token } = await good();
    const { jwe, jws, claims } = await open(node, token);
    const { signing, encryption } = await node.services.ring.current();
    assert.deepEqual(jwe, {
      alg: 'dir',
      enc: 'A256GCM',
      kid: encryption.kid,
      typ: 'at+jwt',
      cty: 'JWT',
    });
    assert.deepEqual(jws, { alg: 'ES256', typ: 'at+jwt', kid: signing.kid });
    const { iat, exp, jti, ...rest } = claims;
    const { db, credentials } = node.services;
    const { accountId, userId, clientId } = node.account;
    const credential = await credentials.find(db.reader, accountId, clientId);
    assert.deepEqual(rest, {
      iss: node.baseUrl,
      aud: 'urn:formstead:public_api',
      sub: userId,
      client_id: clientId,
      scope: 'public_api',
      account: accountId,
      act: { sub: clientId },
      sid: credential?.secrets[0]?.id,
      cv: 1,
      sv: 1,
    });
    assert.ok(Number.isInteger(iat) && Number.isInteger(exp));
    assert.equal(Number(exp) - Number(iat), 3600);
    assert.ok(Number(iat) >= started && Number(iat) <= clock.now() / 1000);
    assert.match(String(jti), UUID);
    const another = await open(node, (await good()).access_token);
    assert.notEqual(another.claims['jti'], jti);
  });

  test('it is taken until it expires, and then the client is told to get a new one', async () => {
    const { access_token: token } = await good();
    clock.advance(HOUR_MS - 2000);
    assert.equal((await list(token)).status, 200);
    clock.advance(2000);
    await assert.rejects(list(token), (error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
      assert.equal(error.status, 401);
      const [challenge] = error.cause;
      assert.equal(challenge?.scheme, 'bearer');
      assert.equal(challenge.parameters.error, 'invalid_token');
      assert.match(challenge.parameters['error_description'] ?? '', /expired/);
      return true;
    });
    const answer = await node.request('GET', '/v2/formz', { token });
    assert.equal(answer.at('code'), 'token-expired');
    assert.equal((await list((await good()).access_token)).status, 200);
  });

  test('a wrong secret is an error that the client knows', async () => {
    const refused: unknown = await grant(oauth.ClientSecretPost('wrong')).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    // The client reads the challenge of each 401 (RFC 9110 §15.5.2), and leaves the body to its caller.
    assert.ok(refused instanceof oauth.WWWAuthenticateChallengeError);
    assert.deepEqual([refused.status, refused.cause[0]?.scheme], [401, 'basic']);
    const { error, error_description: text }: Record<string, unknown> = Object(
      await refused.response.json(),
    );
    assert.equal(error, 'invalid_client');
    assert.match(String(text), /unknown or did not prove/);
  });

  test('a client that puts the secret into a header gets a token as well', async () => {
    const { access_token } = await grant(oauth.ClientSecretBasic(node.account.clientSecret));
    assert.equal((await list(access_token)).status, 200);
  });
});

interface Fetching {
  readonly [oauth.customFetch]: (url: string, init: Init) => Promise<Response>;
}
interface Init {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** A fetch that trusts the instance's own certificate. */
async function fetchOver(node: Instance, url: string, init: Init): Promise<Response> {
  const { method, headers } = init;
  const body = init.body instanceof URLSearchParams ? init.body.toString() : undefined;
  const path = new URL(url).pathname;
  const answer = await node.request(method, path, { token: null, headers, body });
  const fields = Object.entries(answer.headers).map(([name, value]) => [name, value ?? '']);
  return new Response(answer.text, {
    status: answer.status,
    headers: Object.fromEntries(fields),
  });
}

interface Opened {
  readonly jwe: unknown;
  readonly jws: unknown;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Opens a token by RFC 7516 §5.2 and RFC 7515 §5.2; the public key comes from the database. */
async function open({ services }: Instance, token: string): Promise<Opened> {
  const { encryption } = await services.ring.current();
  const [header = '', encryptedKey, iv = '', ciphertext = '', tag = '', ...more] = token.split('.');
  assert.deepEqual([encryptedKey, more], ['', []], 'a JWE in compact form, with dir');
  assert.deepEqual([bytes(iv).length, bytes(tag).length], [12, 16]);
  const plaintext = await webcrypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(iv), additionalData: Buffer.from(header, 'ascii') },
    encryption.key,
    Buffer.concat([bytes(ciphertext), bytes(tag)]),
  );
  const [jwsHeader = '', payload = '', signature = ''] = Buffer.from(plaintext)
    .toString('ascii')
    .split('.');
  const jws = json(jwsHeader);
  const row = await services.db.reader
    .selectFrom('keys')
    .select('public_jwk')
    .where('kid', '=', String(Object(jws).kid))
    .executeTakeFirstOrThrow();
  const key = createPublicKey({ key: JSON.parse(row.public_jwk ?? ''), format: 'jwk' });
  const input = Buffer.from(`${jwsHeader}.${payload}`, 'ascii');
  const isGenuine = verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, bytes(signature));
  assert.ok(isGenuine, 'the signature');
  return { jwe: json(header), jws, claims: Object(json(payload)) };
}

const bytes = (text: string) => Buffer.from(text, 'base64url');
const json = (text: string): unknown => JSON.parse(bytes(text).toString());
