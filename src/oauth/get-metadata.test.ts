import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { after, before, test } from 'node:test';
import * as oauth4webapi from 'oauth4webapi';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

const METADATA = '/.well-known/oauth-authorization-server';
const JWKS = '/.well-known/jwks.json';

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    node.request('GET', path, { token: null, headers });

  test('a standard client finds everything from the issuer alone', async () => {
    const answer = await get(METADATA);
    const issuer = new URL(node.baseUrl);
    const headers = { 'content-type': answer.headers['content-type'] ?? '' };
    const response = new Response(answer.text, { status: answer.status, headers });
    // RFC 8414 §3.3: the issuer must be exactly the one that was asked for.
    assert.equal(answer.at('issuer'), node.baseUrl);
    const text = answer.text.replaceAll(`"${node.baseUrl}"`, `"${issuer.href}"`);
    const server = await oauth4webapi.processDiscoveryResponse(
      issuer,
      new Response(text, { status: response.status, headers }),
    );
    assert.deepEqual(server.grant_types_supported, ['client_credentials']);
  });

  test('what it says is so: every endpoint answers, and nothing else is promised', async () => {
    const answer = await get(METADATA);
    assert.deepEqual(Object.keys(Object(answer.body)).sort(), [
      'grant_types_supported',
      'introspection_endpoint',
      'introspection_endpoint_auth_methods_supported',
      'introspection_endpoint_auth_signing_alg_values_supported',
      'issuer',
      'jwks_uri',
      'response_types_supported',
      'revocation_endpoint',
      'revocation_endpoint_auth_methods_supported',
      'revocation_endpoint_auth_signing_alg_values_supported',
      'scopes_supported',
      'token_endpoint',
      'token_endpoint_auth_methods_supported',
      'token_endpoint_auth_signing_alg_values_supported',
    ]);
    assert.deepEqual(answer.at('scopes_supported'), ['public_api']);
    // RFC 8414 §3.2: a list without elements must be left out, and §2 requires this one.
    for (const list of Object.values(Object(answer.body)).filter(Array.isArray)) {
      assert.notEqual(list.length, 0);
    }
    assert.deepEqual(answer.at('response_types_supported'), ['none']);
    for (const name of ['token', 'revocation', 'introspection']) {
      const url = new URL(String(answer.at(`${name}_endpoint`)));
      assert.equal(url.origin, node.baseUrl);
      const asked = await node.request('POST', url.pathname, { token: null });
      assert.equal(asked.at('error'), 'invalid_request', url.href);
    }
    assert.equal((await get(new URL(String(answer.at('jwks_uri'))).pathname)).status, 200);
  });

  test('the key set holds the public keys that tokens are signed with, and no other member', async () => {
    const answer = await get(JWKS);
    assert.equal(answer.headers['content-type'], 'application/jwk-set+json');
    const { keys } = JSON.parse(answer.text);
    const { verifying } = await node.services.ring.current();
    assert.deepEqual(
      keys.map(({ kid }: { kid: string }) => kid),
      [...verifying.values()].map(({ kid }) => kid),
    );
    for (const jwk of keys) {
      assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      assert.equal(createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyType, 'ec');
    }
  });

  test('both may be kept for five minutes, and asked for again by their tag', async () => {
    for (const path of [METADATA, JWKS]) {
      const { headers } = await get(path);
      assert.equal(headers['cache-control'], 'public, max-age=300');
      const again = await get(path, { 'if-none-match': headers['etag'] ?? '' });
      assert.deepEqual([again.status, again.text], [304, '']);
    }
    const { etag } = (await get(JWKS)).headers;
    await node.services.ring.rotate('sig');
    const rotated = await get(JWKS, { 'if-none-match': etag ?? '' });
    assert.equal(rotated.status, 200);
    assert.equal(JSON.parse(rotated.text).keys.length, 2);
  });

  test('a revoked key is not published any more', async () => {
    const [made] = await node.services.ring.rotate('sig');
    const kid = made?.kid ?? '';
    assert.ok((await get(JWKS)).text.includes(kid));
    await node.services.ring.revoke(kid);
    assert.ok(!(await get(JWKS)).text.includes(kid));
  });
});
