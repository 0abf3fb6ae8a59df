import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FolderError, makeFolder } from './make-folder.ts';

test('it makes a folder with those above it, for this user alone, and leaves one that is there', (t) => {
  const base = mkdtempSync(join(tmpdir(), 'formstead-folder-'));
  t.after(() => rmSync(base, { recursive: true }));
  const path = join(base, 'a', 'b');
  makeFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  makeFolder(path);
  writeFileSync(join(base, 'file'), '');
  assert.throws(() => makeFolder(join(base, 'file')), { code: 'EEXIST' });
});

test('where nothing can be made it ends with words', () => {
  if (!existsSync('/proc/self')) return;
  for (const path of ['/proc/nothing', '/proc/nothing/below', '/dev/null/below']) {
    assert.throws(
      () => makeFolder(path),
      (error) => error instanceof FolderError || (error instanceof Error && 'code' in error),
    );
  }
});
