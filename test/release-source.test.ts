// A release is made from the source: here only whether that is possible, in `make-release.test.ts` what it contains.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundleFrom } from '../tools/make-release/bundle.ts';

test('a release can be made of every file that the program needs, and its lines lead to those of the sources', async () => {
  const { files, packages } = await bundleFrom(process.cwd());
  const text = (name: string): string => files.get(`lib/${name}`) ?? '';
  for (const [, program = ''] of [...files.values()]
    .join('\n')
    .matchAll(/new URL\("\.\/([\w-]+\.js)"/g))
    assert.ok(files.has(`lib/${program}`), program);
  assert.ok(packages.includes('node_modules/pg') && !packages.includes('node_modules/sharp'));
  const at = text('cli.js')
    .split('\n')
    .findIndex((line) => line.includes('process.exitCode'));
  const { sources, lines } = JSON.parse(text('cli.js.lines.json'));
  assert.equal(lines.split(' ')[at], `${sources.indexOf('src/cli.ts')}:3`);
});
