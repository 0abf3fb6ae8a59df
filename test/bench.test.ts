// That the benchmarks run: some of them, and in `npm run test:deep` all. Never how fast: a test machine is busy with
// other tests.
// Nightly: it runs benchmarks.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { IS_DEEP } from './support/timing.ts';

const run = promisify(execFile);
/** The first run after a clone installs the peers. */
const TIMEOUT_MS = 300_000;

/** Those that take least: lists in the browser, the token endpoint, and parts without a server. */
const SOME = ['app-lists', 'issue-token', 'machinery'];

const all = globSync('bench/benchmarks/*.ts')
  .map((file) => basename(file, '.ts'))
  .sort();
const half = Math.ceil(all.length / 2);
const parts = IS_DEEP ? [all.slice(0, half), all.slice(half)] : [SOME];

for (const [part, names] of parts.entries()) {
  test(`npm run bench measures what it has and says which goals are met (${part + 1} of ${parts.length})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
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
