import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  isOpened,
  KEY_SHAPES,
  type KeyShape,
  PUBLIC,
  SECRET,
} from '../../test/support/key-shapes.ts';
import { openingKeyIn, sealingKeyIn } from './age-keys.ts';
import { readSecretFile } from './read-secret-file.ts';

test('each shape of a key file is a key that its opener opens, or is refused for its own reason', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'formstead-keys-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  assert.ok(KEY_SHAPES.length >= 40);
  const file = join(home, 'key');
  const textOf = (content: string | Buffer) => {
    writeFileSync(file, content);
    return readSecretFile(file);
  };
  const check = (
    shape: KeyShape,
    secretKeys: 'derive' | 'refuse',
    expected: KeyShape['settings'],
  ) => {
    const read = textOf(shape.content);
    const found = 'text' in read ? sealingKeyIn(read.text, secretKeys) : read;
    const what = `${shape.name}, ${secretKeys}`;
    if (!isOpened(expected)) {
      assert.ok('problem' in found, what);
      const said = Object.values(found).join(' ');
      assert.match(said, expected, what);
      assert.doesNotMatch(said, /AGE-SECRET-KEY-1[A-Z0-9]|harbours/i, what);
      return;
    }
    assert.ok(!('problem' in found), what);
    const opener = textOf(expected.opener);
    assert.ok('text' in opener);
    const opening = openingKeyIn(opener.text);
    assert.ok(!('problem' in opening), what);
    if ('passphrase' in found) assert.equal(opening.passphrases[0], found.passphrase, what);
    else {
      const derived = opening.identities.flatMap((key) => recipientsOf(key));
      assert.ok(
        derived.some((key) => found.recipients.includes(key)),
        what,
      );
    }
  };
  for (const shape of KEY_SHAPES) {
    check(shape, 'refuse', shape.settings);
    check(shape, 'derive', shape.archive ?? shape.settings);
  }
});

const recipientsOf = (identity: string): readonly string[] => {
  const found = sealingKeyIn(identity, 'derive');
  return 'recipients' in found ? found.recipients : [];
};

test('the public key of a secret key is the one that age-keygen says', () => {
  assert.deepEqual(sealingKeyIn(SECRET, 'derive'), { recipients: [PUBLIC] });
});

test('a key file that is no file, or can not be read, is named as such', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'formstead-keys-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const [file, loop] = [join(home, 'key'), join(home, 'loop')];
  writeFileSync(file, SECRET);
  symlinkSync(loop, loop);
  mkdirSync(join(home, 'folder'));
  const locked = join(home, 'locked');
  writeFileSync(locked, SECRET, { mode: 0 });
  const cases: readonly [string, RegExp][] = [
    [locked, /cannot be read \(EACCES\)/],
    [join(home, 'folder'), /does not name a file/],
    ['/dev/zero', /does not name a file/],
    [join(home, 'missing'), /cannot be read \(ENOENT\)/],
    [join(file, 'below'), /cannot be read \(ENOTDIR\)/],
    [loop, /cannot be read \(ELOOP\)/],
  ];
  for (const [path, expected] of cases) {
    const found = path === locked ? asNobody(() => readSecretFile(path)) : readSecretFile(path);
    assert.match('problem' in found ? found.problem : '', expected, path);
  }
});

/** Runs `work` as a user that may read nothing of root's, whom no permission stops. */
function asNobody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
