// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printable, record, table } from './text.ts';

test('columns are aligned and lines do not end in blanks', () => {
  assert.equal(
    table(
      ['NAME', 'ROLE'],
      [
        ['Ada', 'admin'],
        ['Grace Hopper', ''],
      ],
    ),
    'NAME          ROLE\nAda           admin\nGrace Hopper',
  );
  assert.equal(record({ a: '1', longer: '2', gone: undefined }), 'a:       1\nlonger:  2');
});

test('a name from outside can neither move the cursor nor start a new line', () => {
  assert.equal(printable('evil\u001b[2J\u202euser\nadmin'), 'evil?[2J?user?admin');
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 3 }),
      (names) => {
        const text = table(
          ['NAME'],
          names.map((name) => [name]),
        );
        assert.equal(text.split('\n').length, names.length + 1);
        assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
      },
    ),
  );
});
