import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { connect } from 'node:tls';
import fc from 'fast-check';
import { readClientHello } from './client-hello.ts';

/** Returns what OpenSSL sends first. */
async function helloOf(options: {
  readonly servername?: string;
  readonly ALPNProtocols?: string[];
}): Promise<Buffer> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo = server.address() as AddressInfo;
  const client = connect({ port: address.port, host: '127.0.0.1', ...options });
  client.on('error', () => undefined);
  const [socket]: Socket[] = await once(server, 'connection');
  const [bytes]: Buffer[] = await once(socket as Socket, 'data');
  client.destroy();
  socket?.destroy();
  server.close();
  return bytes as Buffer;
}

test('the host and the protocols that a client asks for are read', async () => {
  const servername = 'Forms.Example.org';
  const bytes = await helloOf({ servername, ALPNProtocols: ['acme-tls/1', 'h2'] });
  const expected = { host: 'forms.example.org', protocols: ['acme-tls/1', 'h2'] };
  assert.deepEqual(readClientHello(bytes), expected);
  assert.deepEqual(readClientHello(await helloOf({})), { host: undefined, protocols: [] });
});

test('a message that comes in pieces is waited for, also when it is divided between records', async () => {
  const bytes = await helloOf({ servername: 'forms.example.org', ALPNProtocols: ['acme-tls/1'] });
  const whole = readClientHello(bytes);
  for (let end = 0; end < bytes.length; end += 1) {
    assert.equal(readClientHello(bytes.subarray(0, end)), 'incomplete');
  }
  const message = bytes.subarray(5);
  const record = (part: Buffer): Buffer =>
    Buffer.concat([bytes.subarray(0, 3), Buffer.of(part.length >> 8, part.length & 255), part]);
  for (const at of [1, 3, 40, message.length - 1]) {
    const divided = Buffer.concat([record(message.subarray(0, at)), record(message.subarray(at))]);
    assert.deepEqual(readClientHello(divided), whole);
  }
});

test('what is no such message, or lies about its lengths, is left to OpenSSL', async () => {
  const bytes = await helloOf({ servername: 'forms.example.org', ALPNProtocols: ['acme-tls/1'] });
  assert.equal(readClientHello(Buffer.from('GET / HTTP/1.1\r\n')), undefined);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (any) => {
      readClientHello(Buffer.from(any));
    }),
  );
  const at = fc.integer({ min: 0, max: bytes.length - 1 });
  fc.assert(
    fc.property(fc.array(fc.tuple(at, fc.integer({ min: 0, max: 255 }))), (changes) => {
      const spoilt = Buffer.from(bytes);
      for (const [place, byte] of changes) spoilt[place] = byte;
      readClientHello(spoilt);
    }),
    { numRuns: 2000 },
  );
});
