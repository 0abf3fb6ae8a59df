// `npm run screenshots` pictures what it is asked for, under names that say what they show.
// Nightly: it tests a tool that no release needs; the pages that it pictures have tests of their own.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { deepTest } from './support/timing.ts';

const take = (...args: readonly string[]) =>
  new Promise<{ readonly isDone: boolean; readonly said: string }>((resolve) => {
    execFile(process.execPath, ['tools/screenshots.ts', ...args], (error, stdout, stderr) =>
      resolve({ isDone: error === null, said: stdout + stderr }),
    );
  });

deepTest(
  'the pages that are named are pictured with the set, language and look that are named',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'formstead-pictures-'));
    t.after(() => rm(folder, { recursive: true }));
    const which = ['--set', 'empty', '--language', 'de', '--look', 'wide-dark'];
    const { isDone, said } = await take(...which, folder, 'sign-in', 'users', 'user');
    assert.ok(isDone, said);
    // A new account has no list with somebody to open in it.
    const names = ['empty-sign-in-de-wide-dark.png', 'empty-users-de-wide-dark.png'];
    assert.deepEqual((await readdir(folder)).toSorted(), names);
    assert.match(said, /empty, 1 of 1: empty-users-de-wide-dark/);
  },
);

test('a page that does not exist is named, with those that do', async () => {
  const { isDone, said } = await take('nowhere', 'no-such-page');
  assert.equal(isDone, false);
  assert.match(said, /there is no page no-such-page; there are sign-in, home, /);
});
