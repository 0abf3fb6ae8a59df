// Certificates by ACME, from a real authority that checks that it reaches the service by its name.
// Nightly: it needs programs that are installed for it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { connect } from 'node:tls';
import { type AcmeAuthority, startAcmeAuthority } from '../support/acme-authority.ts';
import { type EngineInstance, forEachEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import {
  createTestClock,
  type Instance,
  type InstanceOptions,
  startInstance,
} from '../support/instance.ts';
import { waitUntil } from '../support/wait-until.ts';

const YEAR_MS = 365 * 86_400_000;

forEachEngine((engine) => {
  let authority: AcmeAuthority;
  let root: string;
  before(async () => {
    authority = await startAcmeAuthority();
    root = await authority.root();
  });
  after(() => authority?.stop());

  const start = (options: InstanceOptions = {}): Promise<Instance> =>
    startInstance(engine, { ...options, env: { ...authority.env, ...options.env } });

  /** Returns the serial number of the certificate that whoever trusts the authority is served; undefined for none. */
  async function serialOf(port: number): Promise<string | undefined> {
    const socket = connect({ port, host: '127.0.0.1', servername: authority.host, ca: root });
    try {
      await once(socket, 'secureConnect');
      return socket.getPeerCertificate().serialNumber;
    } catch {
      return undefined;
    } finally {
      socket.destroy();
    }
  }

  async function waitForCertificate({ server }: Instance): Promise<string> {
    await waitUntil(async () => (await serialOf(server.port)) !== undefined);
    return String(await serialOf(server.port));
  }

  const linesOf = ({ logs }: Instance, said: string): readonly { readonly next?: string }[] =>
    logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === said);

  test('a certificate is issued at the first start, kept at the next, and renewed before it ends', async (t) => {
    const storage = await engine.fresh('any');
    const clock = createTestClock();
    let node = await start({ storage, clock });
    t.after(() => node.close());
    const first = await waitForCertificate(node);
    const request = get({
      ...{ port: node.server.port, host: '127.0.0.1', servername: authority.host },
      ...{ ca: root, path: '/healthz' },
    });
    const [response]: IncomingMessage[] = await once(request, 'response');
    assert.equal(response?.resume().statusCode, 200);
    assert.ok(!node.logs.join('').includes('PRIVATE KEY'));

    const restart = async (afterMs: number): Promise<void> => {
      await node.close();
      clock.advance(afterMs);
      node = await start({ storage, clock, account: node.account });
    };
    await restart(0);
    assert.equal(await serialOf(node.server.port), first);
    await restart(4 * YEAR_MS);
    await waitUntil(() => linesOf(node, 'certificate replaced').length === 1);
    assert.equal(linesOf(node, 'certificate issued').length, 1);
    assert.notEqual(await waitForCertificate(node), first);
  });

  test('what is no challenge is served as ever, whatever the first message looks like', async (t) => {
    const node = await start();
    t.after(() => node.close());
    await waitForCertificate(node);
    for (const bytes of [
      'GET / HTTP/1.1\r\n\r\n',
      '\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00',
      '',
    ]) {
      const socket = connectTcp(node.server.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.end(Buffer.from(bytes, 'latin1'));
      socket.on('error', () => undefined);
      await once(socket.resume(), 'close');
    }
    // A challenge that nobody asked for: the protocol is refused, once the last answer is forgotten.
    await waitUntil(async () => {
      const options = { port: node.server.port, host: '127.0.0.1', servername: authority.host };
      const stranger = connect({ ...options, ca: root, ALPNProtocols: ['acme-tls/1'] });
      const [error]: (Error & { readonly code?: string })[] = await once(stranger, 'error');
      return /ALERT_NO_APPLICATION_PROTOCOL/.test(String(error?.code));
    });
    assert.notEqual(await serialOf(node.server.port), undefined);
  });

  test('an authority that cannot reach the service says why, and is asked again later, not at once', async (t) => {
    const storage = await engine.fresh('any');
    const elsewhere = { FORMSTEAD_PORT: String(await freePort()) };
    let node = await start({ storage, env: elsewhere });
    t.after(() => node.close());
    const failed = 'the certificate could not be renewed';
    await waitUntil(() => linesOf(node, failed).length === 1);
    const [line] = linesOf(node, failed);
    assert.match(
      JSON.stringify(line),
      /Failed to connect to 127\.0\.0\.1:\d+ for the tls-alpn-01 challenge/,
    );
    assert.ok(Date.parse(String(line?.next)) > node.clock.now());
    const ordersOf = () => authority.said().split('new order').length;
    const before = ordersOf();
    await node.close();
    // Now it could be reached, but the pause is kept beyond a restart.
    node = await start({ storage, account: node.account });
    // A stopping node ends the run of each job that has begun.
    await node.close();
    assert.equal(ordersOf(), before);
    const later = createTestClock();
    later.advance(10 * 60_000);
    node = await start({ storage, account: node.account, clock: later });
    await waitForCertificate(node);
  });

  if (engine.name === 'postgres') {
    test('any node answers the challenge of the one that asks, and serves what it got', async (t) => {
      const storage: EngineInstance = await engine.fresh('any');
      let target: number | undefined;
      const forward = async (socket: Socket): Promise<void> => {
        await waitUntil(() => target !== undefined);
        const onward = connectTcp(target ?? 0, '127.0.0.1');
        onward.on('error', () => socket.destroy());
        socket.pipe(onward).pipe(socket);
      };
      const balancer = createServer((socket) => {
        socket.on('error', () => undefined);
        forward(socket).catch(() => socket.destroy());
      });
      balancer.listen(authority.port, '127.0.0.1');
      await once(balancer, 'listening');
      t.after(() => balancer.close());
      const env = { FORMSTEAD_PORT: '0' };
      const asking = await start({ storage, env });
      t.after(() => asking.close());
      const other = await start({ storage, env, account: asking.account });
      t.after(() => other.close());
      target = other.server.port;
      const serial = await waitForCertificate(asking);
      await other.server.reload();
      assert.equal(await serialOf(other.server.port), serial);
    });
  }
});
