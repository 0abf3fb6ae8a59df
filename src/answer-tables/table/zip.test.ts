import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { unzip } from '../../../test/support/unzip.ts';
import { zip } from './zip.ts';

async function* entries(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    yield { name, bytes: Readable.from([Buffer.from(text)]) };
  }
}

test('an archive is read back, names in any language included', async () => {
  const files = { 'a.csv': 'x,y\r\n', 'Mängel 写真.csv': 'z'.repeat(300_000), empty: '' };
  const bytes = await buffer(Readable.from(zip(entries(files), new Date(0))));
  assert.ok(bytes.length < 10_000, 'it is packed');
  const read = [...unzip(bytes)].map(([name, data]) => [name, data.toString()]);
  assert.deepEqual(read, Object.entries(files));
});

test('an archive of nothing is one, and a source that breaks breaks it', async () => {
  assert.equal(unzip(await buffer(Readable.from(zip(entries({}), new Date(0))))).size, 0);
  async function* broken() {
    async function* bytes(): AsyncIterable<Uint8Array> {
      yield Buffer.from('x');
      throw new Error('the disk is gone');
    }
    yield { name: 'x', bytes: bytes() };
  }
  await assert.rejects(buffer(Readable.from(zip(broken(), new Date(0)))), /the disk is gone/);
});
