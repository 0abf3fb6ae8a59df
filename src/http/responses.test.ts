import assert from 'node:assert/strict';
import { test } from 'node:test';
import { none, product, type SourceText } from '../../test/support/source-text.ts';
import { responseOf } from './responses.ts';

const PLAIN = /\b\d{3}: \{\s*description:\s*('(?:[^'\\]|\\.)*')\s*,?\s*\}/g;

/** Returns the descriptions of answers that are written out more than twice. */
function repeated(files: readonly SourceText[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of files) {
    for (const [, words = ''] of text.matchAll(PLAIN)) {
      counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  return [...counts].flatMap(([words, count]) => (count > 2 ? [`${words}: ${count} times`] : []));
}

test('an answer is described by its name, or by what its endpoint says', () => {
  assert.deepEqual(responseOf('no template'), { description: 'There is no such template.' });
  assert.deepEqual(responseOf({ description: 'One.' }), { description: 'One.' });
});

test('an answer that more than two endpoints have has a name', () => {
  none(repeated(product));
  const planted = {
    path: 'planted.ts',
    text: "404: { description: 'No such thing.' },\n".repeat(3),
  };
  assert.deepEqual(repeated([planted]), ["'No such thing.': 3 times"]);
});
