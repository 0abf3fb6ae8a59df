// Runs the commands that README gives to a newcomer: the shell lines between its two marks run unchanged against a
// fresh `npm start`, and every answer has the form that README shows.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runShell } from './support/curl.ts';

const BLOCK = /<!-- curl:begin -->(.*)<!-- curl:end -->/s;
const FENCE = /```(sh|json|http)\n(.*?)```/gs;
const MARK = '=====';
/** The first line of the block, which sets the address of the service. */
const VARIABLES = 'BASE=https://localhost:8443 CA=data/tls/cert.pem\n';

/** Shell lines, and the answer that README shows. */
interface Step {
  readonly lines: string;
  readonly kind: string;
  readonly shown: string;
}

async function stepsOfReadme(): Promise<readonly Step[]> {
  const [, block = ''] = BLOCK.exec(await readFile('README.md', 'utf8')) ?? [];
  const fences = [...block.matchAll(FENCE)].map(([, kind = '', text = '']) => ({ kind, text }));
  return fences.flatMap(({ kind, text }, i) => {
    const answer = fences[i + 1];
    if (kind !== 'sh') return [];
    assert.ok(answer && answer.kind !== 'sh', `README shows no answer to:\n${text}`);
    return [{ lines: text, kind: answer.kind, shown: answer.text }];
  });
}

async function serve(t: TestContext, dataDir: string): Promise<string> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, FORMSTEAD_DATA_DIR: dataDir, FORMSTEAD_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  });
  const [line]: unknown[] = await once(child.stdout, 'data');
  const [, port] = /^listening on https:\/\/127\.0\.0\.1:(\d+)$/m.exec(String(line)) ?? [];
  assert.ok(port, String(line));
  return `localhost:${port}`;
}

test('the curl lines of README work on a fresh instance and are answered as it shows', async (t) => {
  const steps = await stepsOfReadme();
  assert.equal(steps.length, 5);
  const dataDir = await mkdtemp(join(tmpdir(), 'formstead-readme-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const host = await serve(t, dataDir);
  const script = steps.map(({ lines }) => lines).join(`echo; echo ${MARK}\n`);
  assert.ok(script.startsWith(VARIABLES));
  const variables = `BASE=https://${host} CA=${dataDir}/tls/cert.pem\n`;
  const printed = await runShell(variables + script.slice(VARIABLES.length), {
    FORMSTEAD_DATA_DIR: dataDir,
  });
  const answers = printed.replaceAll(host, 'localhost:8443').split(MARK);
  assert.equal(answers.length, steps.length);
  for (const [i, { kind, shown }] of steps.entries()) {
    const answer = answers[i] ?? '';
    if (kind === 'http') assertHttp(answer, shown);
    else assertShape(JSON.parse(answer), JSON.parse(shown), `step ${i + 1}`);
  }
});

/** Checks that every shown line occurs, in this order. */
function assertHttp(answer: string, shown: string): void {
  const rest = answer.split(/\r?\n/).filter((line) => line !== '');
  for (const line of shown.split('\n').filter((each) => each !== '')) {
    const found = rest.findIndex((each) => isText(each, line));
    assert.ok(found >= 0, `no line like ${line} in\n${answer}`);
    rest.splice(0, found + 1);
  }
}

/** Checks for the same members in the same order, lists of the same length, and texts and numbers as shown. */
function assertShape(actual: unknown, shown: unknown, at: string): void {
  if (typeof shown === 'string') {
    assert.ok(typeof actual === 'string' && isText(actual, shown), `${at}: ${actual} is ${shown}`);
  } else if (typeof shown === 'object' && shown !== null) {
    const members: [string, unknown][] = Object.entries(shown);
    assert.equal(Array.isArray(actual), Array.isArray(shown), at);
    assert.deepEqual(
      Object.keys(Object(actual)),
      members.map(([name]) => name),
      at,
    );
    for (const [name, value] of members) assertShape(Object(actual)[name], value, `${at} ${name}`);
  } else assert.equal(actual, shown, at);
}

/** Compares texts. A text that is shown with a `…` is the beginning, and its hexadecimal digits may differ. */
function isText(actual: string, shown: string): boolean {
  if (!shown.endsWith('…')) return actual === shown;
  const beginning = [...shown.slice(0, -1)];
  const isDigit = (letter: string) => /^[0-9a-f]$/.test(letter);
  return beginning.every((letter, i) => {
    const found = actual.charAt(i);
    return found === letter || (isDigit(letter) && isDigit(found));
  });
}
