import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from './open-log.ts';

describe('the log of a command', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formstead-log-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const lines = Array.from({ length: 5000 }, (_, n) => `{"line":${n},"text":"grüße 🙂"}\n`);

  /** The system writes a moment later, or longer if its threads are busy. */
  const written = async (file: string, length: number): Promise<string> => {
    const deadline = performance.now() + 10_000;
    while (readFileSync(file, 'utf8').length < length && performance.now() < deadline) {
      await sleep(20);
    }
    return readFileSync(file, 'utf8');
  };

  test('every line is written, whole and in order', async () => {
    const file = join(folder, 'all');
    const fd = openSync(file, 'a');
    const log = openLog(fd);
    for (const line of lines) log.write(line);
    const all = lines.join('');
    assert.equal(await written(file, all.length), all);
    closeSync(fd);
  });

  test('at the end every line is written, whole and once', async () => {
    const file = join(folder, 'end');
    const fd = openSync(file, 'a');
    const log = openLog(fd);
    for (const line of lines) log.write(line);
    log.flushSync();
    const text = await written(file, lines.join('').length);
    const numbers = text
      .trimEnd()
      .split('\n')
      .map((line) => Number(JSON.parse(line).line));
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      [...lines.keys()],
    );
    closeSync(fd);
  });

  test('a lone line is there within a moment', async () => {
    const file = join(folder, 'lone');
    const fd = openSync(file, 'a');
    openLog(fd).write('alone\n');
    assert.equal(await written(file, 'alone\n'.length), 'alone\n');
    closeSync(fd);
  });

  test('the last lines of a process that dies of an error are written', () => {
    const program = `
    import { openLog } from ${JSON.stringify(import.meta.resolve('./open-log.ts'))};
    openLog(1).write('last words\\n');
    throw new Error('fatal');
  `;
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { encoding: 'utf8' },
    );
    assert.equal(status, 1);
    assert.equal(stdout, 'last words\n');
  });
});
