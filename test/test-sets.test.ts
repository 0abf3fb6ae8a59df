// Tests that every test file runs in `npm test`, in `npm run test:all` or in `npm run test:deep`, and that none is lost
// between them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { splitTests } from '../tools/test-sets.ts';

test('each test file is in `npm test` or, with its reason, in a longer run', () => {
  const exclude = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git)$/.test(path);
  const all = globSync('**/*.test.ts', { exclude }).sort();
  const run = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'web/src/**/*.test.ts']).sort();
  assert.deepEqual(all, run, 'the runner looks below src/, test/ and web/src/ only');
  const { daily, nightly, deep } = splitTests(run);
  assert.deepEqual([...daily, ...nightly, ...deep].sort(), run);
  const left = [...nightly, ...deep];
  const checked = left.filter((file) => /['"`]check \d/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(checked, [], '`npm test` makes every security check');
});

test('a file is left to a longer run when the comment at its beginning says so and why', () => {
  const texts: Readonly<Record<string, string>> = {
    first: '// Deep: it takes minutes.\nimport x;\n',
    later: '// What it tests.\n// Nightly: it takes a minute.\nimport x;\n',
    none: '// What it tests.\nimport x;\n',
    inside: 'import x;\n// Deep: no.\n',
    bare: '// Nightly: \nimport x;\n',
  };
  const { daily, nightly, deep } = splitTests(Object.keys(texts), (file) => texts[file] ?? '');
  assert.deepEqual(deep, ['first']);
  assert.deepEqual(nightly, ['later']);
  assert.deepEqual(daily, ['none', 'inside', 'bare']);
});
