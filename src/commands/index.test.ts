// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { folder } from '../../test/support/command-line.ts';

/** Runs the program as a shell does. */
async function formstead(env: Readonly<Record<string, string>>, stdin: string, ...argv: string[]) {
  const child = spawn(process.execPath, ['bin/formstead.mjs', ...argv], { env });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  child.stdin.end(stdin);
  const [code] = await once(child, 'close');
  return { code, stdout: String(Buffer.concat(stdout)), stderr: String(Buffer.concat(stderr)) };
}

test('in a shell, data is alone on stdout, reasons are on stderr, and the exit code tells', async (t) => {
  const env = { FORMSTEAD_DATA_DIR: await folder(t) };
  const words = ['--account', 'Acme', '--user-name', 'admin', '--password-file', '-', '--json'];
  const made = await formstead(env, 'a sentence nobody guesses\n', 'setup', ...words);
  assert.deepEqual([made.code, made.stderr], [0, '']);
  assert.match(
    made.stdout,
    /^\{"accountId":"[^"]+","userId":"[^"]+","clientId":"[^"]+","clientSecret":"[^"]+"\}\n$/,
  );

  const failed = await formstead(env, '', 'user', 'show', 'nobody', '--json');
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  assert.match(failed.stderr, /^There is no user nobody .*\n$/);

  const slip = await formstead(env, '', 'setpu');
  assert.deepEqual([slip.code, slip.stdout], [2, '']);
  assert.match(slip.stderr, /Did you mean "setup"\?/);
});
