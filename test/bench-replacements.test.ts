// The benchmarks of a piece of machinery replace it in the source: each piece is still where they look for it.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';

test('every piece that benchmarks leave out is found once in the source', () => {
  const modules = globSync('bench/servers/without/*.ts').map((path) => `--import=./${path}`);
  execFileSync(process.execPath, [...modules, '--eval', ''], { stdio: 'pipe' });
});
