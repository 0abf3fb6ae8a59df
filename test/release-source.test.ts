// A release is compiled from the source: here only whether that is possible, in `make-release.test.ts` what it contains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFrom } from '../tools/make-release/compile.ts';

test('a release can be compiled from every file that the program needs', () => {
  assert.ok(compileFrom('.', 'src/cli.ts').size > 1000);
});
