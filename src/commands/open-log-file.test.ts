import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folder } from '../../test/support/command-line.ts';
import { openLogFile } from './open-log-file.ts';

const line = (n: number): string => `{"line":${n},"text":"grüße 🙂 ${'x'.repeat(n % 90)}"}\n`;
const LINES = Array.from({ length: 3000 }, (_, n) => line(n));

async function openIn(t: TestContext, limits: { maxBytes: number; keep: number }) {
  const inside = await folder(t);
  const path = join(inside, 'formstead.log');
  const complaints: string[] = [];
  const log = openLogFile({ path, ...limits }, (sentence) => void complaints.push(sentence));
  return { inside, path, log, complaints };
}
const numbersIn = (path: string): readonly number[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => Number(JSON.parse(text).line));

test('a file that has grown is replaced, and no line is lost, doubled or divided', async (t) => {
  const { inside, path, log, complaints } = await openIn(t, { maxBytes: 20_000, keep: 100 });
  for (const each of LINES) log.write(each);
  log.flushSync();
  const files = readdirSync(inside).map((name) => Number(name.split('.')[2] ?? 0));
  assert.ok(files.length > 5);
  const oldestFirst = files.toSorted((a, b) => b - a);
  const found = oldestFirst.flatMap((n) => numbersIn(n === 0 ? path : `${path}.${n}`));
  assert.deepEqual(found, [...LINES.keys()]);
  for (const n of files) {
    const { size, mode } = statSync(n === 0 ? path : `${path}.${n}`);
    assert.ok(size <= 20_000, `${n}: ${size}`);
    assert.equal(mode & 0o777, 0o600);
  }
  assert.deepEqual(complaints, []);
});

test('only as many old files are kept as wanted, and a file of an earlier start counts', async (t) => {
  const { inside, path, log } = await openIn(t, { maxBytes: 20_000, keep: 2 });
  for (const each of LINES) log.write(each);
  log.flushSync();
  assert.deepEqual(
    readdirSync(inside).sort(),
    ['.log', '.log.1', '.log.2'].map((end) => `formstead${end}`),
  );
  assert.equal(numbersIn(path).at(-1), LINES.length - 1);
  const before = numbersIn(path);
  const again = openLogFile({ path, maxBytes: 20_000, keep: 2 }, () => undefined);
  for (const each of LINES.slice(0, 200)) again.write(each);
  again.flushSync();
  const kept = [`${path}.2`, `${path}.1`, path].filter(existsSync).flatMap(numbersIn);
  assert.ok(before.every((n) => kept.includes(n)));
  for (const name of readdirSync(inside)) assert.ok(statSync(join(inside, name)).size <= 20_000);
});

test('after somebody moved the file away, the next lines are in a new one', async (t) => {
  const { path, log } = await openIn(t, { maxBytes: 1_000_000, keep: 2 });
  log.write(line(1));
  log.flushSync();
  renameSync(path, `${path}.moved`);
  log.write(line(2));
  log.reopen();
  log.write(line(3));
  log.flushSync();
  assert.deepEqual(numbersIn(`${path}.moved`), [1, 2]);
  assert.deepEqual(numbersIn(path), [3]);
});

test('when the file cannot be opened again, the former one is written, and that is told', async (t) => {
  const { inside, path, log, complaints } = await openIn(t, { maxBytes: 1_000_000, keep: 2 });
  renameSync(path, join(inside, 'former'));
  await mkdir(path);
  log.reopen();
  log.write(line(1));
  log.flushSync();
  assert.deepEqual(numbersIn(join(inside, 'former')), [1]);
  assert.match(complaints.join(), /could not be opened again.*EISDIR/);
});

test('when it cannot be replaced it grows, and that is told', async (t) => {
  const { inside, path, log, complaints } = await openIn(t, { maxBytes: 20_000, keep: 1 });
  // A folder that is not empty can't be removed to make room.
  await mkdir(join(inside, 'formstead.log.1', 'inner'), { recursive: true });
  for (const each of LINES) log.write(each);
  log.flushSync();
  assert.deepEqual(numbersIn(path), [...LINES.keys()]);
  assert.match(complaints[0] ?? '', /could not be replaced/);
});

test('what keeps it from being opened is told with the remedy', async (t) => {
  const inside = await folder(t);
  const path = join(inside, 'none', 'formstead.log');
  assert.throws(
    () => openLogFile({ path, maxBytes: 1, keep: 1 }, () => undefined),
    /cannot be opened \(ENOENT\)\. Set FORMSTEAD_LOG_FILE/,
  );
});

test('lines that the disk does not take are counted, and the next ones are written', async (t) => {
  const path = join(await folder(t), 'formstead.log');
  // A disk that is full, whenever it is written.
  symlinkSync('/dev/full', path);
  const complaints: string[] = [];
  const limits = { maxBytes: 1_000_000, keep: 1 };
  const log = openLogFile({ path, ...limits }, (sentence) => void complaints.push(sentence));
  for (let n = 0; n < 3; n += 1) {
    log.write(line(n));
    log.flushSync();
  }
  rmSync(path);
  log.reopen();
  log.write(line(3));
  log.flushSync();
  assert.deepEqual(numbersIn(path), [3]);
  assert.deepEqual(complaints, [
    `The log file ${path} cannot be written, and lines are lost (ENOSPC).`,
    `The log file ${path} is written again. 3 lines were lost.`,
  ]);
});

test('a line that a full disk took in part is ended, so that the next one can be read', async (t) => {
  const { path, log, complaints } = await openIn(t, { maxBytes: 1_000_000, keep: 1 });
  const mostBytes = (most: string) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${most}:unlimited`]);
  log.write(line(1));
  log.flushSync();
  // Files take a few bytes more, as on a disk that is about to be full.
  mostBytes(String(statSync(path).size + 5));
  try {
    for (const n of [2, 3]) {
      log.write(line(n));
      log.flushSync();
    }
  } finally {
    mostBytes('unlimited');
  }
  for (const n of [4, 5]) {
    log.write(line(n));
    log.flushSync();
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  assert.deepEqual(lines, [
    line(1).trimEnd(),
    line(2).slice(0, 5),
    line(4).trimEnd(),
    line(5).trimEnd(),
    '',
  ]);
  assert.match(complaints.join(), /cannot be written, and lines are lost.*2 lines were lost/);
});
