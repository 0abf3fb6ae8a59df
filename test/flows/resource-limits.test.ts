// Runs alone: it measures the memory of its process.
// A body beyond the limit is refused while it arrives, on every route that accepts one, so that clients can't fill the
// service's memory.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import type { Endpoint } from '#http/endpoint.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { DEFINITION } from '../support/forms.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { allowPublicLinks, makePublicLink, visit } from '../support/public-links.ts';
import { routesOf } from '../support/routes.ts';

const ONE_MIB = 1_048_576;
const DEFAULT_LIMIT = ONE_MIB;
/** Bytes that the sender can send beyond the limit, because of socket buffers on both sides. */
const SLACK = 12 * ONE_MIB;
const FLOOD = 64 * ONE_MIB;
const CHUNK = Buffer.alloc(65_536, 0x20);

forEachEngine((engine) => {
  let node: Instance;
  let token: string;
  let cookie: string;
  /** Of somebody who has opened a public link. */
  let session: string;
  let takers: readonly Endpoint[];
  before(async () => {
    node = await startInstance(engine);
    token = await node.adminToken();
    const admin = await adminBrowser(node);
    cookie = `__Host-sid=${admin.cookie()}`;
    await allowPublicLinks(node);
    const link = await makePublicLink(admin, DEFINITION);
    ({ session } = await visit(node, link.token));
    takers = (await routesOf(node)).filter(({ body }) => body !== undefined);
  });
  after(() => node.close());

  /** Sends without end until it is stopped. @returns the status line, and how many bytes were sent */
  const flood = (endpoint: Endpoint, authorization: string): Promise<[string, number]> => {
    const { method, path, body } = endpoint;
    const { promise, resolve } = Promise.withResolvers<[string, number]>();
    const socket = connect({ host: 'localhost', port: node.server.port, ca: node.ca });
    let sent = 0;
    let answer = '';
    const pump = (): void => {
      while (sent < FLOOD && !socket.destroyed) {
        socket.write(`${CHUNK.length.toString(16)}\r\n`);
        const isRoom = socket.write(CHUNK);
        socket.write('\r\n');
        sent += CHUNK.length;
        if (!isRoom) return;
      }
    };
    socket.on('drain', pump);
    socket.on('error', () => undefined); // the sender is cut off
    socket.on('data', (data: Buffer) => {
      answer += data.toString();
      if (answer.includes('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve([answer.split('\r\n', 1)[0] ?? '', sent]));
    socket.on('secureConnect', () => {
      const type = body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
      socket.write(
        `${method} ${path.replace(/:\w+/, 'x')} HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      pump();
    });
    return promise;
  };
  /** Returns the headers with which an admin is let in, or who has a public link where only these are. */
  const headersOf = (endpoint: Endpoint): Readonly<Record<string, string>> => {
    if (endpoint.path.startsWith('/app/')) return { 'sec-fetch-site': 'same-origin', cookie };
    if (endpoint.access === 'public') return {};
    const bearer = endpoint.access.link ? session : token;
    return { authorization: `Bearer ${bearer}` };
  };
  const letIn = (endpoint: Endpoint): string =>
    Object.entries(headersOf(endpoint))
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');

  test('check 36: a body without an end is stopped at the limit of its route, on every route', async () => {
    assert.ok(takers.length > 12);
    // Routes that stream a body check access before they read it; attachments.test.ts floods them.
    for (const endpoint of takers.filter(({ body }) => body !== 'bytes')) {
      const { method, path, maxBodyBytes = DEFAULT_LIMIT } = endpoint;
      const [line, sent] = await flood(endpoint, letIn(endpoint));
      const what = `${method} ${path}: ${line} after ${sent}`;
      assert.match(line, /^HTTP\/1\.1 413 /, what);
      assert.ok(sent < maxBodyBytes + SLACK, what);
    }
  });

  test('check 36: of a stranger not even that much is read', async () => {
    for (const endpoint of takers.filter(({ access }) => access !== 'public')) {
      const [line, sent] = await flood(endpoint, '');
      const what = `${endpoint.method} ${endpoint.path}: ${line} after ${sent}`;
      assert.match(line, /^HTTP\/1\.1 401 /, what);
      assert.ok(sent < SLACK, what);
    }
  });

  test('check 36: an announced length over the limit is refused before a byte of it came', async () => {
    for (const endpoint of takers) {
      const { method, path, maxBodyBytes = DEFAULT_LIMIT, body } = endpoint;
      const answer = await node.request(method, path.replace(/:\w+/, 'x'), {
        token: null,
        body: Buffer.alloc(maxBodyBytes + 1, 0x20),
        headers: {
          ...headersOf(endpoint),
          'content-type':
            body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
        },
      });
      assert.equal(answer.status, 413, `${method} ${path}`);
      assert.match(answer.text, new RegExp(String(maxBodyBytes)), 'it names the limit');
    }
  });

  test('check 36: forty floods at once leave memory bounded and the service answering', async () => {
    const endpoint = takers.find(({ path }) => path === '/scim/v2/Users');
    assert.ok(endpoint);
    const used = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, used() - before);
    }, 5);
    const floods = Array.from({ length: 40 }, () => flood(endpoint, letIn(endpoint)));
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => node.request('GET', '/v2/formz')),
    ]);
    const lines = await Promise.all(floods);
    clearInterval(timer);
    assert.ok(lines.every(([line]) => / 413 /.test(line)));
    assert.ok(answers.every(({ status }) => status === 200));
    // Forty times the limit, and the buffers of each sender; the floods were 2,560 MB.
    assert.ok(most < 400 * ONE_MIB, `${Math.round(most / ONE_MIB)} MB`);
  });

  test('check 36: JSON nested deeper than is taken is 400, at any length', async () => {
    for (const depth of [33, 1000, 100_000]) {
      for (const body of [
        `${'['.repeat(depth)}${']'.repeat(depth)}`,
        `{"name":${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}}`,
        '['.repeat(depth),
      ]) {
        const answer = await node.request('POST', '/scim/v2/Users', { body });
        assert.equal(answer.status, 400, answer.text);
      }
    }
  });

  test('check 36: headers larger than are taken are 431', async () => {
    const answer = await node.request('GET', '/v2/formz', { headers: { x: 'x'.repeat(70_000) } });
    assert.equal(answer.status, 431, answer.text);
  });
});
