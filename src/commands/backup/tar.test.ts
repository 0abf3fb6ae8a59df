import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from '../../../test/support/command-line.ts';
import { readTar, type TarEntry, writeTar } from './tar.ts';

const LONG = `files/${'a'.repeat(64)}/0f/01990000-0000-7000-8000-00000000000f`;

async function* entriesOf(files: ReadonlyMap<string, Buffer>): AsyncGenerator<TarEntry> {
  for (const [name, bytes] of files) {
    const content = (async function* () {
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    })();
    yield { name, size: bytes.length, content };
  }
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('an archive can be unpacked by tar, and read again', async (t) => {
  const files = new Map([
    ['manifest.json', Buffer.from('{}')],
    ['empty', Buffer.alloc(0)],
    ['formstead.db', randomBytes(51_200)],
    [LONG, randomBytes(777)],
  ]);
  const archive = await all(writeTar(entriesOf(files), Date.now()));
  const home = await folder(t);
  writeFileSync(join(home, 'a.tar'), archive);
  execFileSync('tar', ['-xf', 'a.tar'], { cwd: home });
  for (const [name, bytes] of files) assert.ok(readFileSync(join(home, name)).equals(bytes), name);
  const found = new Map<string, Buffer>();
  for await (const { name, content } of readTar(entriesInPieces(archive))) {
    found.set(name, await all(content));
  }
  assert.deepEqual(found, files);
});

test('a size beyond 8 GiB is written as tar reads it', async (t) => {
  const size = 9 * 1024 ** 3;
  const none = (async function* () {})();
  const header = (async function* () {
    yield { name: 'large', size, content: none };
  })();
  const first = await writeTar(header, 0).next();
  const path = join(await folder(t), 'large.tar');
  writeFileSync(path, first.value ?? '');
  // It lists the entry, then misses the content.
  const { stdout } = spawnSync('tar', ['-tvf', path], { encoding: 'utf8' });
  assert.match(stdout, new RegExp(` ${size} .* large`));
});

test('an archive that was cut, or holds anything but plain files, is refused', async () => {
  const files = new Map([['formstead.db', randomBytes(2000)]]);
  const archive = await all(writeTar(entriesOf(files), 0));
  const read = async (bytes: Buffer): Promise<void> => {
    for await (const { content } of readTar(entriesInPieces(bytes))) await all(content);
  };
  await read(archive);
  await assert.rejects(read(archive.subarray(0, 1500)), { name: 'CommandFailure' });
  await assert.rejects(read(archive.subarray(0, 2560)), { name: 'CommandFailure' });
  const link = Buffer.from(archive);
  link.write('2', 156, 'latin1');
  await assert.rejects(read(link), { name: 'CommandFailure' });
});

async function* entriesInPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
}
