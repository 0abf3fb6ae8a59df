import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseAddress, parseNetwork } from '#kernel/addresses.ts';
import { AppError } from '#kernel/errors.ts';
import { assessDirect, createProxyAssess, createTransport } from './proxy.ts';

const trusted = ['10.0.0.0/24', 'fd00::/8'].flatMap((text) => parseNetwork(text) ?? []);
const assess = createProxyAssess(trusted);
const proxied = (headers: Record<string, string | string[]>, address = '10.0.0.1') =>
  assess({ address, encrypted: false }, headers);
const ipFor = (forwardedFor: string | undefined, address?: string) => {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
  const found = proxied({ 'x-forwarded-proto': 'https', ...headers }, address);
  return found.secure ? found.ip : found.reason;
};

test('check 27: direct mode believes the socket and no header', () => {
  const lies = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.9' };
  assert.equal(assessDirect({ address: '192.0.2.1', encrypted: false }, lies).secure, false);
  assert.deepEqual(assessDirect({ address: '::ffff:192.0.2.1', encrypted: true }, lies), {
    secure: true,
    ip: '192.0.2.1',
  });
});

test('check 27: a peer that is not a trusted proxy is refused whatever it claims', () => {
  const lies = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.0.0.1' };
  for (const address of [
    '10.0.1.1',
    '192.0.2.1',
    '::1',
    '::ffff:192.0.2.1',
    'fe80::1%eth0',
    '',
    undefined,
  ]) {
    const found = assess({ address, encrypted: false }, lies);
    assert.equal(found.secure, false, String(address));
  }
});

test('check 27: behind a trusted proxy only the last X-Forwarded-Proto counts', () => {
  const secure = (value: string | string[]) => proxied({ 'x-forwarded-proto': value }).secure;
  assert.equal(secure('https'), true);
  assert.equal(secure('HTTPS '), true);
  assert.equal(secure('http, https'), true);
  assert.equal(secure(['http', 'https']), true);
  for (const value of ['http', 'https, http', ['https', 'http'], '', 'https,', 'httpss', 'on']) {
    assert.equal(secure(value), false, String(value));
  }
  assert.equal(proxied({}).secure, false);
});

test('the client is the nearest hop that is not a proxy of ours', () => {
  assert.equal(ipFor(undefined), '10.0.0.1');
  assert.equal(ipFor('192.0.2.7'), '192.0.2.7');
  assert.equal(ipFor('203.0.113.9, 192.0.2.7'), '192.0.2.7');
  assert.equal(ipFor('203.0.113.9, 192.0.2.7, 10.0.0.2, fd12::1'), '192.0.2.7');
  assert.equal(ipFor('192.0.2.7:51234'), '192.0.2.7');
  assert.equal(ipFor('[2001:DB8::1]:443'), '2001:db8::1');
  assert.equal(ipFor('2001:db8::1', '::ffff:10.0.0.1'), '2001:db8::1');
  assert.equal(ipFor('10.0.0.9, 10.0.0.8'), '10.0.0.9');
  assert.equal(ipFor('192.0.2.7, unknown'), '10.0.0.1');
  assert.equal(ipFor('192.0.2.7, _hidden, 10.0.0.5'), '10.0.0.5');
});

test('check 27: nothing a client puts before its proxy changes the address that is seen', () => {
  fc.assert(
    fc.property(fc.string(), fc.ipV4(), (sent, client) => {
      fc.pre(!client.startsWith('10.0.0.'));
      assert.equal(ipFor(`${sent}, ${client}`), client);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (sent) => {
      assert.ok(parseAddress(ipFor(sent)), 'always an address');
    }),
  );
});

test('check 27: health checks over plain HTTP are answered to loopback and trusted proxies alone', () => {
  const lies = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '10.0.0.1' };
  const statusFor = (remoteAddress: string | undefined, networks?: typeof trusted): number => {
    const raw = new IncomingMessage(new Socket());
    Object.defineProperty(raw.socket, 'remoteAddress', { value: remoteAddress });
    Object.assign(raw.headers, lies);
    try {
      createTransport(networks)(raw, true);
      return 200;
    } catch (error) {
      return error instanceof AppError ? error.status : 500;
    }
  };
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.7', 'fd12::1']) {
    assert.equal(statusFor(peer, trusted), 200, peer);
    assert.equal(statusFor(peer), 403, `direct mode: ${peer}`);
  }
  for (const peer of ['10.0.1.1', '192.0.2.1', '::', '::7f00:1', 'fe80::1%eth0', undefined]) {
    assert.equal(statusFor(peer, trusted), 403, String(peer));
  }
});
