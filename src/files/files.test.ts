// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { secret } from '#config/secret.ts';
import { AppError } from '#kernel/errors.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { startBucket, type TestBucket } from '../../test/support/s3.ts';
import { syncedFolders } from '../../test/support/synced-folders.ts';
import { type Files, fileKey, filesFolder, openFiles } from './files.ts';

const ids = createIds({ now: () => Date.now() }, systemRandom);
const newKey = () => fileKey('acme', ids.next());
const MIB = 1_048_576;

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function textOf(files: Files, key: string): Promise<string | undefined> {
  const found = await files.open(key);
  return found && (await buffer(found.stream)).toString();
}

const isCode = (code: string) => (error: unknown) =>
  error instanceof AppError && error.code === code;

for (const store of ['disk', 's3'] as const) {
  describe(store, () => {
    let dataDir: string;
    let bucket: TestBucket | undefined;
    let files: Files;
    before(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'formstead-files-'));
      bucket = store === 's3' ? await startBucket() : undefined;
      files = openFiles({ s3: bucket?.settings }, dataDir);
    });
    after(async () => {
      await bucket?.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const incoming = () => readdir(join(filesFolder(dataDir), 'incoming'));

    test('what was put is read back, with its size and digest', async () => {
      const key = newKey();
      const stored = await files.put(key, pieces('one ', '', 'two'), { maxBytes: 100 });
      const sha256 = createHash('sha256').update('one two').digest('hex');
      assert.deepEqual(stored, { size: 7, sha256 });
      const found = await files.open(key);
      assert.equal(found?.size, 7);
      found?.stream.destroy();
      assert.equal(await files.sizeOf(key), 7);
      assert.equal(await files.sizeOf(newKey()), undefined);
      assert.equal(await textOf(files, key), 'one two');
      assert.deepEqual(await incoming(), []);
    });

    test('a file of no bytes is a file', async () => {
      const key = newKey();
      assert.equal((await files.put(key, pieces(), { maxBytes: 0 })).size, 0);
      assert.equal(await textOf(files, key), '');
    });

    test('a large file comes back bit by bit', async () => {
      const key = newKey();
      const block = Buffer.alloc(MIB, 'abcdefgh');
      const all = Array.from({ length: 12 }, () => block);
      const { sha256 } = await files.put(key, pieces(...all), { maxBytes: 12 * MIB });
      const hash = createHash('sha256');
      const found = await files.open(key);
      for await (const piece of found?.stream ?? []) hash.update(piece);
      assert.equal(hash.digest('hex'), sha256);
    });

    test('one byte too many is refused while it comes, and nothing of it stays', async () => {
      const key = newKey();
      let taken = 0;
      async function* endless(): AsyncIterable<Uint8Array> {
        for (;;) {
          taken += 1;
          yield Buffer.alloc(1000);
        }
      }
      await assert.rejects(files.put(key, endless(), { maxBytes: 9999 }), isCode('body-too-large'));
      assert.equal(taken, 10);
      assert.equal(await files.open(key), undefined);
      assert.deepEqual(await incoming(), []);
    });

    test('a source that breaks leaves nothing', async () => {
      const key = newKey();
      async function* broken(): AsyncIterable<Uint8Array> {
        yield Buffer.from('half');
        throw new Error('the client is gone');
      }
      await assert.rejects(files.put(key, broken(), { maxBytes: 100 }), /the client is gone/);
      assert.equal(await files.open(key), undefined);
      assert.deepEqual(await incoming(), []);
    });

    test('what was deleted is gone, and may be deleted again', async () => {
      const key = newKey();
      await files.put(key, pieces('x'), { maxBytes: 10 });
      await files.delete(key);
      assert.equal(await files.open(key), undefined);
      await files.delete(key);
      await files.delete(newKey());
    });

    test('a key that was not made here reaches no file', async () => {
      const id = ids.next();
      for (const key of [
        '../../etc/passwd',
        `acme/${id.slice(-2)}/../${id}`,
        `../ac/${id}`,
        `acme/zz/${id}`,
        `acme/${id.slice(-2)}/${id}\n`,
        `acme/${id.slice(-2)}/${id}?acl`,
        '/acme',
        '',
      ]) {
        for (const work of [
          () => files.open(key),
          () => files.sizeOf(key),
          () => files.delete(key),
          () => files.put(key, pieces('x'), { maxBytes: 10 }),
        ]) {
          await assert.rejects(async () => work(), /not made here/, key);
        }
      }
    });

    test('what arrived when the process was killed goes after a day', async () => {
      const folder = join(filesFolder(dataDir), 'incoming', 'part-killed');
      await mkdir(folder, { recursive: true });
      const now = Date.now();
      await files.tidy(now);
      assert.deepEqual(await incoming(), ['part-killed']);
      await utimes(folder, new Date(now - 86_400_001), new Date(now - 86_400_001));
      await files.tidy(now);
      assert.deepEqual(await incoming(), []);
    });

    if (store === 'disk') {
      test('a power cut leaves every folder that leads to a file, however new it is', async (t) => {
        const newDir = await mkdtemp(join(dataDir, 'new-'));
        const synced = await syncedFolders(t);
        const key = newKey();
        await openFiles({ s3: undefined }, newDir).put(key, pieces('x'), { maxBytes: 10 });
        for (let each = join(filesFolder(newDir), ...key.split('/')); each !== newDir; ) {
          each = join(each, '..');
          assert.ok(synced().has((await stat(each)).ino), each);
        }
      });

      test('a disk that fails while its leftovers are removed is an outage as well', async () => {
        const newDir = await mkdtemp(join(dataDir, 'gone-'));
        async function* breaking(): AsyncIterable<Uint8Array> {
          yield Buffer.from('x');
          const folder = join(filesFolder(newDir), 'incoming');
          await rename(folder, `${folder}-away`);
          await writeFile(folder, '');
        }
        const put = openFiles({ s3: undefined }, newDir).put(newKey(), breaking(), { maxBytes: 9 });
        await assert.rejects(put, isCode('storage-unavailable'));
      });

      test('nobody else on the machine reads the files', async () => {
        const key = newKey();
        await files.put(key, pieces('x'), { maxBytes: 10 });
        const path = join(filesFolder(dataDir), ...key.split('/'));
        assert.equal((await stat(path)).mode & 0o077, 0);
        assert.equal((await stat(join(path, '..'))).mode & 0o077, 0);
      });
    } else {
      test('a bucket that denies reads says which permission tells a missing file from a refusal', async (t) => {
        const denying = await startBucket({ lists: false });
        t.after(() => denying.close());
        const denied = openFiles({ s3: denying.settings }, dataDir);
        const key = newKey();
        await denied.put(key, pieces('x'), { maxBytes: 10 });
        assert.equal(await denied.sizeOf(key), 1);
        for (const read of [denied.open, denied.sizeOf]) {
          await assert.rejects(read(newKey()), (error: unknown) => {
            assert.ok(error instanceof AppError);
            assert.equal(error.code, 'storage-unavailable');
            assert.match(String(error.cause), /403 .*needs s3:GetObject, and s3:ListBucket to/);
            return true;
          });
        }
      });

      test('a bucket that refuses or is not there is an outage, and no secret is told', async () => {
        assert.ok(bucket);
        const { settings } = bucket;
        for (const wrong of [
          { ...settings, accessKey: secret('another one') },
          { ...settings, bucket: 'nothing' },
          { ...settings, endpoint: 'http://127.0.0.1:1' },
        ]) {
          const away = openFiles({ s3: wrong }, dataDir);
          const put = away.put(newKey(), pieces('x'), { maxBytes: 10 });
          await assert.rejects(put, (error: unknown) => {
            assert.ok(error instanceof AppError);
            assert.equal(error.code, 'storage-unavailable');
            assert.doesNotMatch(`${error.detail} ${error.cause}`, /another one|S3RVER/);
            return true;
          });
        }
      });
    }
  });
}
