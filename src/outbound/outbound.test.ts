// Runs alone: it changes which certificates its process trusts.
// Calls real servers on this machine over TLS, and checks that forbidden addresses are not reached.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseAddress, parseNetwork } from '#kernel/addresses.ts';
import { makePair } from '../../test/support/certificates.ts';
import { callFailureOf } from './call-failure.ts';
import { createOutbound } from './outbound.ts';
import { createAddressPolicy } from './public-addresses.ts';
import type { Resolve } from './resolve-host.ts';

describe('calls to registered addresses', () => {
  const LIMITS = { maxBytes: 1000, timeoutMs: 2000 };
  const loopback = parseNetwork('127.0.0.0/8');
  assert.ok(loopback);
  const toLoopback: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];

  let server: Server;
  let port: number;
  const seen: string[] = [];
  before(async () => {
    const pair = await makePair(Date.now(), ['idp.example', 'localhost', '127.0.0.1']);
    setDefaultCACertificates([...getCACertificates(), pair.ca]);
    server = createServer(pair, answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    port = (server.address() as AddressInfo).port;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  function answer(request: IncomingMessage, response: ServerResponse): void {
    seen.push(request.url ?? '');
    if (request.url === '/redirect') {
      response.writeHead(302, { location: `https://127.0.0.1:${port}/keys` }).end();
    } else if (request.url === '/large') response.end('x'.repeat(1001));
    else if (request.url === '/endless') {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    } else if (request.url === '/silent') response.socket?.on('error', () => undefined);
    else if (request.url === '/other-protocol') {
      response.socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      );
    } else if (request.url === '/keys') response.end('{"keys":[]}');
    else response.writeHead(404).end('nothing here');
  }

  const allowing = (resolve: Resolve = toLoopback) =>
    createOutbound({ allowedNetworks: [loopback], resolve });

  test('a network that the operator names is called, by name and by address', async () => {
    for (const host of ['idp.example', '127.0.0.1']) {
      const text = await allowing().fetchText(`https://${host}:${port}/keys`, LIMITS);
      assert.equal(text, '{"keys":[]}');
    }
  });

  test('check 37: private, link-local and metadata addresses are not called, however they are spelled', async () => {
    const outbound = createOutbound({ allowedNetworks: [] });
    const before = seen.length;
    for (const host of [
      'localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fd00::1]',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      '224.0.0.1',
      '255.255.255.255',
    ]) {
      await assert.rejects(outbound.fetchText(`https://${host}:${port}/keys`, LIMITS), {
        message: /not a public address/,
      });
    }
    assert.equal(seen.length, before);
  });

  test('check 37: a name is judged by every address it has, and the judged one is called', async () => {
    const mixed: Resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const url = `https://idp.example:${port}/keys`;
    await assert.rejects(allowing(mixed).fetchText(url, LIMITS), /10\.0\.0\.1 is not a public/);
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };
    assert.equal(await allowing(rebinding).fetchText(url, LIMITS), '{"keys":[]}');
    assert.equal(asked, 1);
    await assert.rejects(allowing(async () => []).fetchText(url, LIMITS), /no address/);
  });

  test('check 37: a redirect is not followed, whatever it leads to', async () => {
    const before = seen.length;
    const url = `https://idp.example:${port}/redirect`;
    await assert.rejects(allowing().fetchText(url, LIMITS), /answered 302/);
    assert.deepEqual(seen.slice(before), ['/redirect']);
  });

  test('check 37: only https is called, and only a certificate that is trusted is believed', async () => {
    for (const url of [
      `http://127.0.0.1:${port}/keys`,
      'file:///etc/passwd',
      'ftp://x',
      'nothing',
    ]) {
      await assert.rejects(allowing().fetchText(url, LIMITS), /only https/);
    }
    const url = `https://other.example:${port}/keys`;
    await assert.rejects(allowing().fetchText(url, LIMITS), /altnames|does not match/);
  });

  test('check 37: an answer that is large, slow, missing or not 200 ends, and its content stays out of the error', async () => {
    // Only what never ends is waited for so long: the rest answers at once, but on a busy machine.
    const fetch = (path: string, timeoutMs = 20_000) =>
      allowing().fetchText(`https://idp.example:${port}${path}`, { maxBytes: 1000, timeoutMs });
    await assert.rejects(fetch('/large'), /more than 1000 bytes/);
    await assert.rejects(fetch('/endless', 300), /abort|timeout/i);
    await assert.rejects(fetch('/silent', 300), /abort|timeout/i);
    await assert.rejects(
      fetch('/other'),
      (error: Error) => !error.message.includes('nothing here'),
    );
  });

  test('an answer that changes the protocol ends the call at once, and is told as what it is', async () => {
    const url = `https://idp.example:${port}/other-protocol`;
    // Without a limit of its own, the test would hang with the call.
    const ended = await Promise.race([
      allowing()
        .call(url, { method: 'POST', headers: {}, body: '{}' }, { ...LIMITS, cut: true })
        .then(
          () => undefined,
          (error: unknown) => error,
        ),
      sleep(1000, 'still waiting', { ref: false }),
    ]);
    assert.match(String(ended), /idp\.example answered 101/);
    assert.equal(callFailureOf(ended), 'unexpected-answer');
  });

  test('the beginning of an answer can be taken, however long or slow the rest is', async () => {
    const take = (path: string) =>
      allowing().call(
        `https://idp.example:${port}${path}`,
        { method: 'POST', headers: {}, body: '{}' },
        { maxBytes: 10, timeoutMs: 300, cut: true },
      );
    assert.equal((await take('/large')).text, 'xxxxxxxxxx');
    assert.match((await take('/endless')).text, /^ {1,10}$/);
  });

  test('a call can be ended early', async () => {
    const signal = AbortSignal.timeout(50);
    const url = `https://idp.example:${port}/silent`;
    await assert.rejects(allowing().fetchText(url, { ...LIMITS, signal }), /abort|timeout/i);
  });

  test('check 37: an address is judged before it is kept, as far as it can be', () => {
    const outbound = createOutbound({ allowedNetworks: [] });
    outbound.checkUrl('https://hooks.example/a?b=c');
    assert.throws(() => outbound.checkUrl('http://hooks.example/'), /only https/);
    assert.throws(() => outbound.checkUrl('https://169.254.169.254/'), /not a public address/);
    assert.throws(() => outbound.checkUrl('https://[::1]/'), /not a public address/);
  });

  test('public addresses are public, and every special block is not', () => {
    const isPublic = createAddressPolicy([]);
    const checkUrl = (text: string) => {
      const address = parseAddress(text);
      assert.ok(address, text);
      return isPublic(address);
    };
    for (const text of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1']) {
      assert.equal(checkUrl(text), true, text);
    }
    for (const text of [
      '192.0.2.1',
      '198.19.0.1',
      '203.0.113.9',
      '240.0.0.1',
      '2001:db8::1',
      'ff02::1',
      '100::1',
      '4000::1',
      '::7f00:1',
    ]) {
      assert.equal(checkUrl(text), false, text);
    }
  });
});
