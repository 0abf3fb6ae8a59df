import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { mayMount, onSmallDisk } from '../../test/support/small-disk.ts';
import { FolderError, makeFolder, makeFolderAside } from './make-folder.ts';

const WAYS = { makeFolder: async (path: string) => makeFolder(path), makeFolderAside };

for (const [name, make] of Object.entries(WAYS)) {
  test(`${name} makes a folder with those above it, for this user alone, and leaves one that is there`, async (t) => {
    const base = mkdtempSync(join(tmpdir(), 'formstead-folder-'));
    t.after(() => rmSync(base, { recursive: true }));
    const path = join(base, 'a', 'b');
    await make(path);
    assert.equal(statSync(path).mode & 0o777, 0o700);
    await Promise.all([make(path), make(join(path, 'c')), make(join(path, 'c'))]);
    writeFileSync(join(base, 'file'), '');
    await assert.rejects(
      make(join(base, 'file')),
      /can't be made: there is a file in its place\. Set/,
    );
    await assert.rejects(make(join(base, 'file', 'below')), FolderError);
  });

  test(`${name} ends with words where nothing can be made`, async () => {
    if (!existsSync('/proc/self')) return;
    for (const path of ['/proc/nothing', '/proc/nothing/below', '/dev/null/below'])
      await assert.rejects(make(path), FolderError);
    await assert.rejects(
      make('/proc/nothing'),
      /: \/proc takes no folders\. Set FORMSTEAD_DATA_DIR/,
    );
  });
}

test('on a full or read-only disk it says so', (t) => {
  if (!mayMount()) return t.skip('this machine mounts nothing');
  const module = JSON.stringify(join(import.meta.dirname, 'make-folder.ts'));
  const program = `const { makeFolder } = await import(${module});
    try { makeFolder(process.env.DISK + "/a/b"); } catch (error) { console.log(error.message); }`;
  const say = `"$NODE" --input-type=module --eval '${program}'`;
  const full = onSmallDisk(say, 'nr_inodes=1');
  assert.match(full.stdout, /\/a can't be made: the disk is full\. Make room/, full.stderr);
  const readOnly = onSmallDisk(say, 'ro');
  assert.match(readOnly.stdout, /the file system of .* is read-only\. Set FORMSTEAD_DATA_DIR/);
});
