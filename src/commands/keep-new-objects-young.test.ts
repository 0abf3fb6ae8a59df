// After a large load, later requests must not become slower.
// Nightly: it loads a process until its objects are old.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { folder } from '../../test/support/command-line.ts';

const PRELOAD = import.meta.resolve('../../test/support/born-old.ts');
/** With a small young generation, V8 learns sooner which objects live long. */
const ARGUMENTS = ['--max-semi-space-size=1', '--import', PRELOAD];
const MUCH = 1_000_000;
const NEXT_TO_NOTHING = 100_000;

function run(t: TestContext, args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...ARGUMENTS, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function bornOld(child: ChildProcess): Promise<number> {
  child.send('measure');
  const [{ bytes }] = await once(child, 'message');
  return Number(bytes);
}

test('a process that serves makes no object old from birth, whatever it had to keep before', async (t) => {
  const serving = run(t, ['src/main.ts'], {
    FORMSTEAD_DATA_DIR: await folder(t),
    FORMSTEAD_PORT: '0',
  });
  assert.ok(serving.stdout);
  const [greeting] = await once(serving.stdout, 'data');
  assert.match(String(greeting), /^listening/);
  const bytes = await bornOld(serving);
  assert.ok(bytes < NEXT_TO_NOTHING, `${bytes} bytes`);
});

test('another process would: once it no longer does, nothing has to be done about it', async (t) => {
  const bytes = await bornOld(run(t, ['--eval', '0'], {}));
  assert.ok(bytes > MUCH, `${bytes} bytes`);
});
