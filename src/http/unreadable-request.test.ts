// Bytes that are not an HTTP request get an answer with a text, whatever their size.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Instance, startInstance } from '../../test/support/instance.ts';

/** Sends bytes as they are and returns the answer; the server must end the connection. */
function talk({ server, ca }: Instance, text: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: 'localhost', port: server.port, ca });
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', reject).on('close', () => resolve(received));
  socket.write(text, 'latin1');
  return promise;
}

const HOST = 'Host: localhost\r\n';
const UNREADABLE: readonly (readonly [string, string, number, string])[] = [
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'malformed-request'],
  ['a method that nobody knows', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['a space in the path', `GET /v2/a b HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['raw bytes in the path', `GET /v2/\xff HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['HTTP/3.7', `GET / HTTP/3.7\r\n${HOST}\r\n`, 400, 'malformed-request'],
  ['a control character', `GET / HTTP/1.1\r\n${HOST}X: \x01\r\n\r\n`, 400, 'malformed-request'],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'malformed-request',
  ],
  [
    'a length beside chunks',
    `POST / HTTP/1.1\r\n${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    400,
    'malformed-request',
  ],
  [
    'two Host headers',
    `GET /v2/formz HTTP/1.1\r\n${HOST}Host: example.org\r\n\r\n`,
    400,
    'malformed-request',
  ],
  [
    'two equal Host headers at a path that nobody knows',
    `GET /nowhere HTTP/1.1\r\n${HOST}hOST: localhost\r\n\r\n`,
    400,
    'malformed-request',
  ],
  ['CONNECT', `CONNECT a:80 HTTP/1.1\r\n${HOST}\r\n`, 400, 'malformed-request'],
  [
    'a query of 1 MB',
    `GET /v2/formz?filter=${'x'.repeat(1_000_000)} HTTP/1.1\r\n${HOST}\r\n`,
    431,
    'header-too-large',
  ],
  [
    'headers of 1 MB',
    `GET /v2/formz HTTP/1.1\r\n${HOST}X: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    431,
    'header-too-large',
  ],
];

forEachEngine((engine) => {
  let node: Instance;
  before(async () => {
    node = await startInstance(engine);
  });
  after(() => node.close());

  for (const [what, text, status, code] of UNREADABLE) {
    test(`${what}: ${status} ${code}`, async () => {
      const [head = '', body = ''] = (await talk(node, text)).split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
      assert.match(head, /^content-type: application\/problem\+json; charset=utf-8\r$/m);
      assert.match(head, /^x-content-type-options: nosniff\r$/m);
      const problem = JSON.parse(body);
      assert.deepEqual([problem.status, problem.code], [status, code]);
      assert.ok(problem.detail.length > 20);
      assert.match(head, new RegExp(`^x-request-id: ${problem.requestId}\r$`, 'm'));
      const line = node.logs.find((each) => each.includes(problem.requestId));
      assert.match(line ?? '', /"level":40/);
    });
  }

  test('what can not be read below the base of SCIM is answered in the shape of SCIM', async () => {
    for (const target of [
      '/scim/v2/Users?filter=a b',
      '//scim//v2',
      'https://localhost/scim/x y',
    ]) {
      const [head = '', body = ''] = (
        await talk(node, `GET ${target} HTTP/1.1\r\n${HOST}Content-Length: x\r\n\r\n`)
      ).split('\r\n\r\n');
      assert.match(
        head,
        /^HTTP\/1.1 400 [\s\S]*^content-type: application\/scim\+json\r$/m,
        target,
      );
      assert.deepEqual(JSON.parse(body).schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
    }
  });

  test('and a good request behind it is served', async () => {
    assert.equal((await node.request('GET', '/v2/formz')).status, 200);
  });
});
