// Checks that the benchmarks run, but not how fast: a test machine is busy with other tests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The first run after a clone installs the peers. */
const TIMEOUT_MS = 300_000;

const files = globSync('bench/benchmarks/*.ts').sort();
const half = Math.ceil(files.length / 2);

for (const [part, some] of [files.slice(0, half), files.slice(half)].entries()) {
  test(`npm run bench measures everything it has and says which goals are met (${part + 1} of 2)`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const names = some.map((file) => basename(file, '.ts'));
    const command = ['tools/run.mjs', 'bench/run.ts', '--quick', ...names];
    const { stdout } = await run(process.execPath, command, { timeout: TIMEOUT_MS });
    assert.match(stdout, /^\d+ cores of .+\nNode\.js /);
    const [sections = '', summary = ''] = stdout.split('## All goals');
    const titles = sections.match(/^## .+$/gm) ?? [];
    assert.equal(titles.length, names.length, titles.join('\n'));
    const [, , ...goals] = summary.match(/^\|.*\|$/gm) ?? [];
    assert.ok(goals.length >= 6, summary);
    for (const line of goals) assert.match(line, /^\| .+ \| [<>].+ \| \d.* \| (?:met|missed) +\|$/);
  });
}
