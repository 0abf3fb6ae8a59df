// The text that the table of answers puts on the clipboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerRow } from '#answer-tables/app-types.ts';
import { tableText } from './table-text.ts';

test('copied cells stay cells, quoted where they have a quotation mark, and run as no formula; numbers stay numbers', () => {
  const row: AnswerRow = {
    id: 'x',
    number: 7,
    name: '=HYPERLINK("https://evil.example")',
    status: 'draft',
    createdAt: '2026-01-30T00:00:00Z',
    updatedAt: '2026-01-31T00:00:00Z',
    mayCorrect: false,
    cells: { a: 'two\tcells\nand lines', b: '-1,234.5', c: '@SUM(1)', d: '-2+3', f: '"=SUM(1)"' },
  };
  const field = (id: string) => ({ id, header: id });
  const columns = [
    ...['name', 'number', 'status'].map(field),
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...field(id), field: id })),
  ];
  const [head, line] = tableText(columns, [row], (status) => status.toUpperCase()).split('\n');
  assert.equal(head, columns.map(({ id }) => id).join('\t'));
  assert.deepEqual(line?.split('\t'), [
    '"\'=HYPERLINK(""https://evil.example"")"',
    '7',
    'DRAFT',
    'two cells and lines',
    '-1,234.5',
    "'@SUM(1)",
    "'-2+3",
    '',
    '"""=SUM(1)"""',
  ]);
});
