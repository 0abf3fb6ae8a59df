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

  test('every line is written, whole and in order', () => {
    const file = join(folder, 'all');
    const fd = openSync(file, 'a');
    const log = openLog(fd);
    for (const line of lines) log.write(line);
    log.flushSync();
    assert.equal(readFileSync(file, 'utf8'), lines.join(''));
    closeSync(fd);
  });

  test('a lone line is there within a moment', async () => {
    const file = join(folder, 'lone');
    const fd = openSync(file, 'a');
    openLog(fd).write('alone\n');
    const deadline = performance.now() + 5000;
    while (readFileSync(file, 'utf8') === '' && performance.now() < deadline) await sleep(20);
    assert.equal(readFileSync(file, 'utf8'), 'alone\n');
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
