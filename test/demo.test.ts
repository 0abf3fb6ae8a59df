// Checks the demo from a reader's view: what it prints has happened, the commands that it prints work, and it leaves
// nothing behind.
// Nightly: it makes the whole demo organisation.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runShell } from './support/curl.ts';

const WIDTH = 100;
const STORY = [
  200, // a token
  200, // no user with that name
  201, // a user
  200, // found
  200, // PUT
  201, // a group with members
  200, // the group is read
  200, // a group inside a group
  200, // the user's groups
  200, // forms
  200, // the next page
  304, // not modified
  200, // by status
  200, // by date
  200, // a token acting as the user
  200, // what the user can see
  200, // deactivated
  401, // her token ends
  204, // the group is deleted
  200, // and gone from the group it was in
  204, // the user is deleted
  401, // wrong secret
  409, // userName taken
  400, // a bad filter
  401, // no credentials; the next request is plain HTTP, which has no status
];

interface Demo {
  readonly child: ChildProcess;
  /** Returns what was printed so far. */
  text(): string;
  errors(): string;
  /** Exit code of the process, once it has ended. */
  readonly code: Promise<number | null>;
  /** The folder in which it may create files. */
  readonly temporary: string;
}

async function startDemo(
  t: TestContext,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Demo> {
  const temporary = await mkdtemp(join(tmpdir(), 'formstead-demo-test-'));
  t.after(() => rm(temporary, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['tools/demo.ts', ...args], {
    env: { ...process.env, ...env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const printed: string[] = [];
  const complained: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => complained.push(text));
  const code = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return {
    child,
    code,
    temporary,
    text: () => printed.join(''),
    errors: () => complained.join(''),
  };
}

test('the story runs over HTTPS, is answered as it says, and leaves nothing behind', async (t) => {
  const demo = await startDemo(t, ['--once']);
  assert.equal(await demo.code, 0, demo.errors());
  assert.equal(demo.errors(), '');
  const text = demo.text();
  const statuses = [...text.matchAll(/^ {4}(\d{3}) [A-Z]/gm)].map(([, status]) => Number(status));
  assert.deepEqual(statuses, STORY);
  assert.match(text, /x-total-count: 3005$/m);
  assert.match(text, /no answer: /);
  const wide = text.split('\n').filter((line) => line.length > WIDTH);
  assert.deepEqual(wide, []);
  assert.deepEqual(await readdir(demo.temporary), []);
});

test('the lines that it says to type work, and SIGTERM ends it with everything deleted', async (t) => {
  const demo = await startDemo(t);
  await until(demo, /\(workshop foreman\)\s+client id.*\s+client secret {2}\S+$/m);
  const [, turn = ''] = demo.text().split('Your turn');
  const first = turn.replaceAll(/\s+/g, ' ');
  assert.match(
    first,
    /^\W*Open https:\/\/localhost:\d+ in a browser .*\. Sign in as admin with \S+ /,
  );
  const lines = turn.split('\n').filter((line) => / {4}\S/.test(line));
  const typed = lines.slice(
    0,
    lines.findIndex((line) => line.includes('admin (admin)')),
  );
  const quiet = typed.map((line) => line.replace(/^ {4}curl /, '    echo; curl -sS '));
  const printed = await runShell(quiet.join('\n'));
  const answers: unknown[] = printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const [drafts, dailies, mechanics, groups, hers] = answers;
  assert.equal(answers.length, 5);
  assert.ok(Array.isArray(drafts) && drafts.length === 5);
  assert.ok(Array.isArray(dailies) && dailies.every(({ name }) => /^Daily report /.test(name)));
  assert.equal(Object(mechanics).totalResults, 3);
  assert.equal(Object(groups).totalResults, 6);
  assert.ok(Array.isArray(hers) && hers.length > 0);
  demo.child.kill('SIGTERM');
  assert.equal(await demo.code, 0, demo.errors());
  assert.equal(demo.errors(), '');
  assert.deepEqual(await readdir(demo.temporary), []);
});

test('a port that is taken is explained, with code 1', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  assert.ok(typeof address === 'object' && address !== null);
  const demo = await startDemo(t, [], { FORMSTEAD_PORT: String(address.port) });
  assert.equal(await demo.code, 1);
  assert.match(demo.errors(), /^\nThe demo failed: Something else listens on this .*\n$/);
  assert.deepEqual(await readdir(demo.temporary), []);
});

async function until(demo: Demo, pattern: RegExp): Promise<void> {
  while (!pattern.test(demo.text())) {
    assert.equal(demo.child.exitCode, null, demo.errors());
    assert.ok(demo.child.stdout);
    await once(demo.child.stdout, 'data', { signal: AbortSignal.timeout(120_000) });
  }
}
