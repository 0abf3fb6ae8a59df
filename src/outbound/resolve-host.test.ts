// A name server on this machine, which answers for some names and is silent for others.
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callFailureOf } from './call-failure.ts';
import { createResolve, type Resolve } from './resolve-host.ts';

describe('look-ups of registered hosts', () => {
  const A = 1;
  const NO_SUCH_NAME = 3;
  let server: Socket;
  let folder: string;
  let asked: string[] = [];
  let resolve: Resolve;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hosts-'));
    const hostsFile = join(folder, 'hosts');
    await writeFile(
      hostsFile,
      '# x listed.example\n192.0.2.7 a Listed.example # b\n2001:db8::7\tlisted.example\n',
    );
    server = createSocket('udp4', answer);
    await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
    const servers = [`127.0.0.1:${server.address().port}`];
    resolve = createResolve({ servers, hostsFile, patienceMs: 700 });
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  /** RFC 1035 §4.1: a header of 12 bytes, then the labels of the name. */
  function answer(query: Buffer, { port }: { readonly port: number }): void {
    const labels: string[] = [];
    let at = 12;
    for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + size));
      at += 1 + size;
    }
    const name = labels.join('.').toLowerCase();
    asked.push(name);
    if (name.endsWith('silent.example')) return;
    const type = query.readUInt16BE(at + 1);
    const isKnown = name.endsWith('known.example');
    const record = isKnown && type === A;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x81_80 + (isKnown ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(record ? 1 : 0, 6);
    header.fill(0, 8);
    // The name of the question, type A, class IN, 60 seconds, 4 bytes.
    const found = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 1]);
    const question = query.subarray(12, at + 5);
    server.send(Buffer.concat([header, question, ...(record ? [found] : [])]), port, '127.0.0.1');
  }

  test('names that nobody answers end in time, and hold up no other name meanwhile', async () => {
    let open = 32;
    const silent = Array.from({ length: open }, async (_, at) => {
      const error = await resolve(`h${at}.silent.example`).catch((reason: unknown) => reason);
      open -= 1;
      assert.equal(callFailureOf(error), 'no-address', String(error));
    });
    assert.deepEqual(await resolve('known.example'), [{ address: '192.0.2.1', family: 4 }]);
    // As a new connection to the database asks.
    assert.notEqual((await dns.lookup('localhost')).address, '');
    assert.equal(open, 32);
    await Promise.all(silent);
  });

  test('the file of hosts comes first, and the system last', async () => {
    asked = [];
    assert.deepEqual(await resolve('LISTED.example.'), [
      { address: '192.0.2.7', family: 4 },
      { address: '2001:db8::7', family: 6 },
    ]);
    assert.deepEqual(asked, []);
    const [first] = await resolve('localhost');
    assert.match(first?.address ?? '', /^(?:127\.0\.0\.1|::1)$/);
  });
});
