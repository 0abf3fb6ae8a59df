import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCsvReader } from './csv-records.ts';

const LIMITS = { cell: 1000, cells: 50 };

function read(text: string, cuts: readonly number[] = []) {
  const reader = createCsvReader(LIMITS);
  const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted(
    (a, b) => a - b,
  );
  const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
  const records = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  return { records, openRow: reader.openRow, delimiter: reader.delimiter };
}

const cellsOf = (text: string) => read(text).records.map(({ cells }) => cells);

test('files of every spreadsheet are read: commas, semicolons, tabs, quotes, and all line ends', () => {
  const wanted = [
    ['Code', 'Title'],
    ['D7', 'Dam, "big"'],
  ];
  assert.deepEqual(cellsOf('\ufeffCode,Title\r\nD7,"Dam, ""big"""\r\n'), wanted);
  assert.deepEqual(cellsOf('Code;Title\rD7;Dam, "big"'), wanted);
  assert.deepEqual(cellsOf('Code\tTitle\nD7\tDam, "big"\n\n'), wanted);
  assert.deepEqual(cellsOf('"a\nb",c'), [['a\nb', 'c']]);
});

test('rows are numbered as in a spreadsheet, empty ones included', () => {
  const { records } = read('a,b\n\n,\n1,2\n');
  assert.deepEqual(
    records.map(({ row }) => row),
    [1, 4],
  );
});

test('a quotation mark that is never closed is found, and its text is not kept whole', () => {
  const { records, openRow } = read(`a,b\n1,"${'x'.repeat(50_000)}`);
  assert.equal(openRow, 2);
  assert.equal(records[1]?.cells[1]?.length, LIMITS.cell + 1);
});

test('what is written is read again, wherever the network cuts it', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ä', '😀', ',', ';', '"', '\n', '\r', ' ') });
  const record = fc.array(cell, { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), fc.array(fc.nat()), (rows, cuts) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const body = rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
      const { records } = read(`x,y\r\n${body}`, cuts);
      const kept = rows.filter((cells) => cells.some((each) => each.trim() !== ''));
      assert.deepEqual(
        records.slice(1).map(({ cells }) => cells),
        kept,
      );
    }),
  );
});
