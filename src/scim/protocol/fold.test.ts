// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold as kernelFold } from '#kernel/text.ts';
import { casesOf } from '../../../test/support/timing.ts';
import { fold } from './index.ts';

test('case, width, composition and the shape of a final sigma make no difference', () => {
  for (const [one, other] of [
    ['Ann@EXAMPLE.com', 'ann@example.COM'],
    ['Mu\u0308ller', 'MÜLLER'],
    ['straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['ann@example.com', 'ＡＮＮ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ] as const) {
    assert.equal(fold(one), fold(other));
  }
  assert.notEqual(fold('ann'), fold(' ann'));
});

test('filters fold exactly as the key columns they are compared with', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(fold(text), kernelFold(text));
    }),
    { numRuns: casesOf({ daily: 250, nightly: 1000 }) },
  );
});
