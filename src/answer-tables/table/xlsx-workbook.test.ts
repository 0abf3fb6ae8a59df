// The names of sheets, and texts of cells, in workbooks that the service writes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headRow } from './xlsx-sheet.ts';
import { sheetNames } from './xlsx-workbook.ts';

test('every sheet gets a name that spreadsheets open, unlike all others', () => {
  const nameFor = sheetNames();
  const wanted = ['History', 'a\u0001', 'a', `Measurements of the north wing's rooms`, "'", 'A: b'];
  assert.deepEqual(wanted.map(nameFor), [
    'History 2',
    'a',
    'a 2',
    'Measurements of the north wing',
    'Sheet',
    'A b',
  ]);
});

test('a text that looks like the number of a character is read as it was written', () => {
  const row = headRow(['_x000D_ and _x0041_x0042_', '_x1_']);
  assert.ok(row.includes('>_x005F_x000D_ and _x005F_x0041_x005F_x0042_<'), row);
  assert.ok(row.includes('>_x1_<'), row);
});
