// That the benchmarks run. Never how fast: a test machine is busy with other tests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The first run after a clone installs the peers. */
const TIMEOUT_MS = 300_000;

test('npm run bench measures everything it has and says which goals are met', {
  timeout: TIMEOUT_MS,
}, async () => {
  const command = ['tools/run.mjs', 'bench/run.ts', '--quick'];
  const { stdout } = await run(process.execPath, command, { timeout: TIMEOUT_MS });
  assert.match(stdout, /^\d+ cores of .+\nNode\.js /);
  const [sections = '', summary = ''] = stdout.split('## All goals');
  const titles = sections.match(/^## .+$/gm) ?? [];
  assert.equal(titles.length, globSync('bench/benchmarks/*.ts').length, titles.join('\n'));
  const [, , ...goals] = summary.match(/^\|.*\|$/gm) ?? [];
  assert.ok(goals.length >= 6, summary);
  for (const line of goals) assert.match(line, /^\| .+ \| [<>].+ \| \d.* \| (?:met|missed) +\|$/);
});
