// Transport, from outside: the server answers only TLS 1.2 and later, behind a proxy only requests that reached the
// proxy over TLS, and it loads a new certificate without closing a connection.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent, Server as HttpsServer, request as httpsRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import {
  type ConnectionOptions,
  connect,
  createServer as createTlsServer,
  TLSSocket,
} from 'node:tls';
import { pino } from 'pino';
import { parseNetwork } from '#kernel/addresses.ts';
import { systemClock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { type GivenPair, givenFiles, makeKey, makePair } from '../../test/support/certificates.ts';
import { testLimits } from '../../test/support/limits.ts';
import { endpoint } from './endpoint.ts';
import { createTransport } from './proxy.ts';
import { createServer } from './server.ts';
import { loadTls, type Tls } from './tls.ts';

const doc = { summary: 'Test', tag: 'Test', responses: { 200: { description: 'OK' } } };

/** Starts a server whose GET / answers the client's address; `gate` delays the answer of GET /slow. */
async function serve(
  t: TestContext,
  options: { tls?: Tls; trustedProxies?: string; gate?: Promise<void> },
): Promise<number> {
  const { tls } = options;
  const proxies = options.trustedProxies?.split(' ').flatMap((each) => parseNetwork(each) ?? []);
  const common = { protocol: 'problem', limit: 'public', doc, access: 'public' } as const;
  const server = await createServer({
    observe: () => undefined,
    authenticators: { bearer: () => Promise.reject(fail('token-invalid', 'No.')) },
    limits: testLimits(),
    clock: systemClock,
    ids: createIds(systemClock, systemRandom),
    log: pino({ level: 'silent' }),
    transport: createTransport(proxies),
    translate: (cause) => fail('internal', 'Something went wrong.', { cause }),
    origin: () => 'https://localhost',
    headers: {},
    basicHeaders: () => ({}),
    endpoints: [
      endpoint({
        ...common,
        method: 'GET',
        path: '/',
        handle: async ({ ip }) => ({ status: 200, body: { ip } }),
      }),
      endpoint({
        ...common,
        method: 'GET',
        path: '/slow',
        handle: async () => {
          await options.gate;
          return { status: 200, body: { slow: true } };
        },
      }),
      endpoint({
        ...common,
        method: 'POST',
        path: '/',
        body: 'json',
        handle: async () => ({ status: 200, body: {} }),
      }),
    ],
    ...(tls && { tls: tls.options }),
  });
  if (tls && server.raw instanceof HttpsServer) tls.attach(server.raw);
  t.after(() => server.close());
  return server.listen('127.0.0.1', 0);
}

/** Starts a TLS server with an operator's files. */
async function serveTls(t: TestContext, pair: GivenPair, gate?: Promise<void>) {
  const { files, put } = await givenFiles(t, pair);
  const said: string[] = [];
  const note = (line: string): void => {
    const { msg, ip } = JSON.parse(line);
    said.push(`${msg} from ${ip}`);
  };
  const log = pino({ level: 'warn' }, { write: note });
  const tls = await loadTls(
    { dataDir: '/nowhere', host: '127.0.0.1', publicUrl: undefined, files },
    { clock: systemClock, random: systemRandom, log },
  );
  t.after(() => tls.close());
  return { tls, said, put, port: await serve(t, { tls, ...(gate && { gate }) }) };
}

const newPair = (): Promise<GivenPair> => makePair(systemClock.now(), ['localhost']);

/** Returns the negotiated protocol and cipher, or the error that the client gets. */
async function negotiate(port: number, ca: string, options: ConnectionOptions) {
  const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca, ...options });
  try {
    await once(socket, 'secureConnect');
    return `${socket.getProtocol()} ${socket.getCipher().name}`;
  } catch (error) {
    return `refused: ${(error as NodeJS.ErrnoException).code}`;
  } finally {
    socket.destroy();
  }
}

async function call(port: number, options: RequestOptions & { ca?: string; body?: string } = {}) {
  const send = options.ca === undefined ? httpRequest : httpsRequest;
  const sent = send({ host: '127.0.0.1', port, path: '/', servername: 'localhost', ...options });
  sent.end(options.body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  // The socket is read before the body ends, because it then returns to the agent.
  const { statusCode: status, headers, socket } = answer;
  return { status, headers, socket, body: await text(answer) };
}

test('check 25: plain HTTP to the TLS port is not answered with a single byte, is logged and counted', async (t) => {
  const { port, tls, said } = await serveTls(t, await newPair());
  const requests = [
    'GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}',
  ];
  for (const request of requests) {
    const socket = connectPlain(port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.on('error', () => undefined); // a reset is as good as an end
    socket.write(request);
    await new Promise((resolve) => socket.on('close', resolve));
    assert.equal(bytes, 0);
  }
  assert.equal(tls.counts.plainHttp, 2);
  assert.deepEqual(said, Array(2).fill('call over plain HTTP dropped unread from 127.0.0.1'));
  assert.equal(tls.counts.failedHandshakes, 0);
});

test('check 26: TLS 1.1 is refused, 1.2 and 1.3 are spoken with forward secrecy, 1.3 is preferred', async (t) => {
  const pair = await newPair();
  const { port, tls } = await serveTls(t, pair);
  const old = {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  } as const;
  assert.match(await negotiate(port, pair.ca, old), /^refused: ERR_SSL_TLSV1_ALERT_PROTOCOL/);
  // The same client can connect to a server that still supports the old version.
  const lax = createTlsServer({ ...pair, ...old, ca: undefined });
  await once(lax.listen(0, '127.0.0.1'), 'listening');
  t.after(() => lax.close());
  const address = lax.address();
  assert.ok(typeof address === 'object' && address);
  assert.match(await negotiate(address.port, pair.ca, old), /^TLSv1\.1 /);

  const only12 = { maxVersion: 'TLSv1.2' } as const;
  assert.match(await negotiate(port, pair.ca, only12), /^TLSv1\.2 ECDHE-ECDSA-.*GCM/);
  const weak = { ...only12, ciphers: 'ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES128-SHA' };
  assert.match(await negotiate(port, pair.ca, weak), /^refused: /);
  assert.match(await negotiate(port, pair.ca, {}), /^TLSv1\.3 TLS_AES_256_GCM/);
  // The same limits apply to a certificate that is loaded later.
  await tls.reload();
  assert.match(await negotiate(port, pair.ca, old), /^refused: /);
});

test('check 26: a new certificate drops no connection and no request', async (t) => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  t.after(open);
  const [one, two] = await Promise.all([newPair(), newPair()]);
  const { port, tls, put } = await serveTls(t, one, gate);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const patient = new Agent({ keepAlive: true });
  t.after(() => [agent, patient].forEach((each) => void each.destroy()));
  const waiting = call(port, { agent: patient, ca: one.ca, path: '/slow' });

  const ports = new Set<number | undefined>();
  const certificates = new Set<string>();
  const ask = async (): Promise<void> => {
    const { status, socket } = await call(port, { agent, ca: one.ca });
    assert.equal(status, 200);
    assert.ok(socket instanceof TLSSocket);
    ports.add(socket.localPort);
    certificates.add(socket.getPeerX509Certificate()?.toString() ?? '');
  };
  await ask();
  for (const pair of [two, one, two]) {
    await put(pair);
    const [swapped] = await Promise.all([tls.reload(), ask(), ask()]);
    assert.equal(swapped, true);
    await ask();
  }
  assert.equal(ports.size, 1);
  assert.deepEqual([...certificates], [one.cert]);
  open();
  assert.equal((await waiting).status, 200);

  // New connections get the new certificate.
  assert.equal((await call(port, { agent: false, ca: two.ca })).status, 200);
  await assert.rejects(call(port, { agent: false, ca: one.ca }));
  assert.equal(tls.counts.swapped, 3);
});

test('check 26: a broken pair keeps the certificate that works', async (t) => {
  const pair = await newPair();
  const { port, tls, put } = await serveTls(t, pair);
  for (const broken of [{ key: makeKey() }, { cert: 'rubbish' }, { ...pair, key: '' }]) {
    await put(broken);
    assert.equal(await tls.reload(), false);
    assert.equal((await call(port, { agent: false, ca: pair.ca })).status, 200);
  }
});

test('check 25: behind a proxy only what reached it over HTTPS is answered', async (t) => {
  const port = await serve(t, { trustedProxies: '127.0.0.1' });
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1, 192.0.2.7' };
  const good = await call(port, { headers: https });
  assert.deepEqual([good.status, good.body], [200, '{"ip":"192.0.2.7"}']);

  const lies = [
    {},
    { 'x-forwarded-proto': 'http' },
    { 'x-forwarded-proto': 'https, http' },
    { 'x-forwarded-scheme': 'https', 'x-forwarded-ssl': 'on', forwarded: 'proto=https' },
  ];
  for (const headers of lies) {
    for (const path of ['/', '/nothing', '/.well-known/x', '/%zz']) {
      const { status, headers: answered, body } = await call(port, { headers, path });
      assert.equal(status, 403, path);
      assert.equal(JSON.parse(body).code, 'plain-http', body);
      assert.equal(answered.connection, 'close');
      assert.equal(answered.location, undefined);
      assert.equal(answered['set-cookie'], undefined);
    }
  }
});

test('check 27: a peer that is not the proxy is refused whatever it claims', async (t) => {
  const port = await serve(t, { trustedProxies: '10.0.0.0/8 fd00::/8' });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' };
  assert.equal((await call(port, { headers })).status, 403);
});

test('check 25: a refused call is answered before its body is read', async (t) => {
  const port = await serve(t, { trustedProxies: '127.0.0.1' });
  const socket = connectPlain(port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
  );
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 403 /);
  assert.match(answer, /\r\nconnection: close\r\n/i);
});
