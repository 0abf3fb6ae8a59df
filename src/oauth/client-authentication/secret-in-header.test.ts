import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as oauth4webapi from 'oauth4webapi';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const CHALLENGE = 'Basic realm="formstead", charset="UTF-8"';
const GRANT = { grant_type: 'client_credentials', scope: 'public_api' };
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  const send = (authorization: string, more: Readonly<Record<string, string>> = {}) =>
    node.request('POST', '/connect/token', {
      token: null,
      body: new URLSearchParams({ ...GRANT, ...more }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
    });
  const basic = (id: string, secret: string) => `Basic ${base64(`${id}:${secret}`)}`;
  const mine = () => basic(node.account.clientId, node.account.clientSecret);

  test('id and secret in the header get a token', async () => {
    const answer = await send(mine());
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const token = String(answer.at('access_token'));
    assert.equal((await node.request('GET', '/v2/formz', { token })).status, 200);
    assert.equal((await send(mine(), { client_id: node.account.clientId })).status, 200);
    assert.equal((await send(mine(), { client_secret: '' })).status, 200, 'empty is left out');
    assert.equal((await send(mine().replace('Basic', 'bASIC '))).status, 200);
  });

  test('both halves are form-encoded, as RFC 6749 §2.3.1 says', async () => {
    const { clientId, clientSecret } = node.account;
    const everything = (text: string) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    assert.equal((await send(basic(everything(clientId), everything(clientSecret)))).status, 200);
    const wrong = [
      basic(`${clientId}%`, clientSecret),
      basic(clientId, `${clientSecret}%zz`),
      basic(clientId, `${clientSecret}%ff`),
      basic(`${clientId}+`, clientSecret),
    ];
    for (const each of wrong) assert.equal((await send(each)).status, 401, each);
  });

  test('whatever is wrong, a client that used the header is answered with its challenge', async () => {
    const { clientId, clientSecret } = node.account;
    const answers = [];
    for (const each of [
      basic(clientId, 'wrong'),
      basic('nobody', clientSecret),
      basic('', ''),
      'Basic',
      'Basic !',
      `Basic ${base64('no colon')}`,
      `Basic ${base64(Buffer.from([0xff, 0x3a, 0xff]))}`,
      'Bearer x',
      'Digest username="x"',
    ]) {
      const { status, headers, text } = await send(each);
      assert.equal(headers['www-authenticate'], CHALLENGE, each);
      answers.push(`${status} ${text}`);
    }
    assert.equal(new Set(answers).size, 1, answers.join('\n'));
    assert.match(answers[0] ?? '', /^401 .*invalid_client/);
  });

  test('another client in the body, or a secret as well, is a malformed request', async () => {
    const { clientId, clientSecret } = node.account;
    const other = await send(mine(), { client_id: `${clientId}x` });
    assert.deepEqual([other.status, other.at('error')], [400, 'invalid_request']);
    const twice = await send(mine(), { client_secret: clientSecret });
    assert.deepEqual([twice.status, twice.at('error')], [400, 'invalid_request']);
  });

  test('a standard OAuth client gets a token this way', async () => {
    const server = { issuer: node.baseUrl, token_endpoint: `${node.baseUrl}/connect/token` };
    const client = { client_id: node.account.clientId };
    const response = await oauth4webapi.clientCredentialsGrantRequest(
      server,
      client,
      oauth4webapi.ClientSecretBasic(node.account.clientSecret),
      new URLSearchParams({ scope: 'public_api' }),
      {
        async [oauth4webapi.customFetch](_url, init) {
          const answer = await node.request('POST', '/connect/token', {
            token: null,
            headers: init.headers,
            body: String(init.body),
          });
          const headers = { 'content-type': answer.headers['content-type'] ?? '' };
          return new Response(answer.text, { status: answer.status, headers });
        },
      },
    );
    const result = await oauth4webapi.processClientCredentialsResponse(server, client, response);
    assert.equal(result.expires_in, 3600);
  });
});
