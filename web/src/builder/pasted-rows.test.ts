import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onOneLine, rowsIn } from './pasted-rows.ts';

test('cells of a spreadsheet with line breaks, tabs and quotation marks are one cell each', () => {
  const pasted = 'Plate\ttext\r\n"Is the\r\nbrake OK?"\t"Yes\nNo"\r\n"A ""hot"" part"\tnumber\r\n';
  assert.deepEqual(rowsIn(pasted), [
    ['Plate', 'text'],
    ['Is the\nbrake OK?', 'Yes\nNo'],
    ['A "hot" part', 'number'],
  ]);
  assert.equal(onOneLine('Is the\n  brake OK?'), 'Is the brake OK?');
});

test('quotation marks that somebody typed stay', () => {
  assert.deepEqual(rowsIn('"Hot" part\n"Hot"\n12" wheel\n\n"Open'), [
    ['"Hot" part'],
    ['"Hot"'],
    ['12" wheel'],
    ['"Open'],
  ]);
});

test('whatever cells a spreadsheet copies, the same cells are read', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'ß', '"', '\t', '\n', ',', '|'),
    maxLength: 8,
  });
  // Spaces at the edges are dropped, and rows without text.
  const row = fc.array(cell, { minLength: 1, maxLength: 4 });
  const copied = (text: string) =>
    /["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const text = rows.map((cells) => cells.map(copied).join('\t')).join('\r\n');
      const expected = rows
        .map((cells) => cells.map((each) => each.trim()))
        .filter((cells) => cells.some((each) => each !== ''));
      assert.deepEqual(rowsIn(text), expected);
    }),
  );
});
