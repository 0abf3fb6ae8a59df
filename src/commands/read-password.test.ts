import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLine, folder } from '../../test/support/command-line.ts';

test('a password that is empty, huge or not text is refused before anything happens', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t) };
  const cases: readonly [string | Uint8Array, RegExp][] = [
    ['', /The password is empty/],
    ['\n', /The password is empty/],
    ['x'.repeat(5000), /longer than 4096 bytes/],
    [Uint8Array.of(0xff, 0xfe, 0x00), /not UTF-8/],
  ];
  for (const [stdin, expected] of cases) {
    const formstead = commandLine(env, { stdin });
    const words = ['setup', '--account', 'A', '--user-name', 'a', '--password-file', '-'];
    const { code, stdout, stderr } = await formstead(...words);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, expected);
  }
});
