// The package @formstead/client when what answers is broken or hostile: it fails as one kind of error, asks no more than it
// would have to, and gives nothing away.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createServer } from 'node:tls';
import { inspect } from 'node:util';
import { makePair } from '../support/certificates.ts';
import { allOf, type InstalledClient, installClient } from '../support/client-package.ts';
import { waitUntil } from '../support/wait-until.ts';

const ADDRESS = 'https://forms.example.org';
const TOKEN_URL = `${ADDRESS}/connect/token`;
const TOKEN = { access_token: 'eyJ.a-token', expires_in: 3600 };

/** What ends a test in which the client never stops asking. */
const MOST = 60;

describe('the client with broken answers', () => {
  let installed: InstalledClient;
  before(async () => {
    installed = await installClient();
  });
  after(() => installed.remove());

  const clientOf = (answer: () => Response, token: () => Response = () => Response.json(TOKEN)) => {
    const asked: string[] = [];
    const client = installed.module.createClient({
      ...{ baseUrl: ADDRESS, clientId: 'a', clientSecret: 'b' },
      async fetch(url, { headers }) {
        asked.push(url);
        assert.ok(asked.length < MOST, 'it does not stop');
        // The fetch of Node refuses a header of the wrong form, and shows it.
        new Headers(headers);
        return url === TOKEN_URL ? token() : answer();
      },
    });
    return { client, asked };
  };
  const broken = (call: Promise<unknown>) =>
    assert.rejects(call, (error) => {
      assert.ok(error instanceof installed.module.FormsteadError, inspect(error));
      assert.equal(error.code, 'unexpected-answer');
      return true;
    });

  test('asks for a token no more often than for anything else', async () => {
    const busy = () => new Response('', { status: 503, headers: { 'retry-after': '0' } });
    const { client, asked } = clientOf(() => Response.json([]), busy);
    await assert.rejects(client.get('/v2/templates'), {
      operation: 'POST /connect/token',
      status: 503,
    });
    assert.equal(asked.length, 5, 'once, and four retries');
  });

  test('shows no token that no header can hold', async () => {
    const access_token = 'eyJ.secret\nx';
    const { client, asked } = clientOf(
      () => Response.json([]),
      () => Response.json({ ...TOKEN, access_token }),
    );
    await assert.rejects(client.get('/v2/templates'), (error) => {
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /eyJ/);
      assert.equal(Object(error).code, 'unexpected-answer');
      return true;
    });
    assert.equal(asked.length, 1);
  });

  test('stops at a list that leads nowhere, or back to the same page', async () => {
    const linked = (link: string) => () => Response.json([{}], { headers: { link } });
    const of = (answer: () => Response) => allOf(clientOf(answer).client.items('/v2/formz'));
    await broken(of(linked('<http://[>; rel="next"')));
    await broken(of(linked('</v2/formz?pageToken=x>; rel="next"')));
    await broken(of(() => Response.json({ items: [{}], next: 'x' })));
    await broken(of(() => Response.json({ items: [{}], next: null })));
  });

  test('stops at a feed of changes that is none, or does not go on', async () => {
    const fed = (body: unknown, link?: string) => () =>
      Response.json(body, { headers: { 'x-change-cursor': '1', ...(link && { link }) } });
    const of = (answer: () => Response) => allOf(clientOf(answer).client.changes());
    await broken(of(fed({})));
    await broken(of(fed([], '</v2/formz?changedSince=1>; rel="next"')));
  });

  test('says so when an export has no state', async () => {
    for (const body of [null, {}, []]) {
      await broken(clientOf(() => Response.json(body)).client.exportPdf('a'));
    }
    await broken(clientOf(() => new Response('')).client.exportPdf('a'));
  });

  test('keeps no connection of an answer that it does not read', async (t) => {
    const { ca, ...pair } = await makePair(Date.now(), ['localhost']);
    let head = '';
    const open = new Set<Socket>();
    const server = createServer(pair, (socket) => {
      socket.on('data', () => socket.write(`HTTP/1.1 ${head}\r\ncontent-length: 9000\r\n\r\n `));
    });
    server.on('connection', (socket: Socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    });
    t.after(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const client = installed.module.createClient({
      ...{ baseUrl: `https://localhost:${port}`, clientId: 'a', clientSecret: 'b', ca, retries: 0 },
    });
    for (head of ['302 Found\r\nlocation: /elsewhere', '999 What']) {
      await assert.rejects(client.get('/v2/templates'), { code: 'network' });
      await waitUntil(() => open.size === 0);
    }
  });

  test('sends no secret without TLS', () => {
    const credential = { baseUrl: ADDRESS, clientId: 'a', clientSecret: 'b' };
    const { createClient } = installed.module;
    assert.throws(() => createClient({ ...credential, tokenUrl: 'http://forms.example.org/t' }), {
      name: 'TypeError',
      message: 'tokenUrl must begin with https://',
    });
  });
});
