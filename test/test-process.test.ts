// What is loaded before every test file leaves the runner without its ears, and not without its judgement.
import assert from 'node:assert/strict';
import { executionAsyncId } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const PRELOAD = import.meta.resolve('../tools/test-process.ts');

test('nothing listens for the promises that tests make', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 3; i += 1) {
    await Promise.resolve();
    ids.push(executionAsyncId());
  }
  assert.equal(new Set(ids).size, 1, 'each would have a number of its own');
});

test('an error that no test waits for fails its file', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-test-process-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file.test.mjs');
  const run = (work: string) => {
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 20))';
    const body = `import { test } from 'node:test'; test('x', async () => { ${work}; ${wait}; });`;
    writeFileSync(file, body);
    // Not a part of this run.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    return spawnSync(process.execPath, ['--import', PRELOAD, file], { env, encoding: 'utf8' });
  };
  assert.equal(run('').status, 0);
  for (const work of [
    'setTimeout(() => { throw new Error("alone"); }, 1)',
    'Promise.reject(new Error("alone"))',
  ]) {
    const { status, stdout } = run(work);
    assert.equal(status, 1, stdout);
    assert.match(stdout, /"Error: alone"/);
  }
});
