import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writtenQuestions } from '#questionnaires/reading/text-answers.ts';
import { guessMeanings, type Meaning, personColumn, rowsFor, withMeaning } from './columns.ts';
import { outcomesOf, tooLongRows } from './outcomes.ts';
import { portionsOf } from './portions.ts';
import { readWorkFile } from './read-work-file.ts';

const QUESTIONS = writtenQuestions({
  elements: [
    { type: 'text', name: 'site', title: { default: 'Site', de: 'Standort' } },
    { type: 'text', name: 'note', title: 'Instructions' },
    { type: 'text', name: 'mail', title: 'E-mail' },
  ],
});

test('the names of columns are understood in English and German, and each meaning is used once', () => {
  const guess = (...headers: readonly string[]) => guessMeanings(headers, QUESTIONS);
  assert.deepEqual(guess('E-mail address', 'Due date', 'SITE', 'Ref.', 'Remarks', ''), [
    'email',
    'dueDate',
    'field:site',
    'reference',
    '',
    '',
  ]);
  assert.deepEqual(guess('Benutzername', 'Fällig', 'Standort', 'Priorität', 'Standort'), [
    'userName',
    'dueDate',
    'field:site',
    'priority',
    '',
  ]);
  // A field of the form has the name of its column, once the person is known.
  assert.deepEqual(guess('user', 'email', 'Instructions'), [
    'userName',
    'field:mail',
    'field:note',
  ]);
});

test('a meaning that another column gets leaves the one that had it, and one column names the person', () => {
  const before: readonly Meaning[] = ['email', 'dueDate', ''];
  assert.deepEqual(withMeaning(before, 2, 'dueDate'), ['email', '', 'dueDate']);
  assert.deepEqual(withMeaning(before, 2, 'userName'), ['', 'dueDate', 'userName']);
  assert.deepEqual(withMeaning(before, 1, ''), ['email', '', '']);
  assert.deepEqual(personColumn(before), { at: 0, by: 'email' });
});

test('rows of a file keep their numbers, and one with more cells than columns is told and not sent', async () => {
  const csv = "user;Site;Instructions\nann;'=5;\n\nbob;Dam;Knock;late\n";
  const read = await readWorkFile(new Blob([csv]), () => assert.fail('it is no workbook'));
  assert.ok('file' in read && read.file.decimalComma);
  const rows = rowsFor(read.file, ['userName', 'field:site', 'instructions']);
  assert.deepEqual(rows, [
    { row: 2, person: 'ann', fields: { site: '=5' } },
    { row: 4, person: 'bob', instructions: 'Knock', fields: { site: 'Dam' } },
  ]);
  const outcomes = outcomesOf(rows, tooLongRows(read.file), new Map());
  assert.deepEqual(
    outcomes.map(({ kind, faults }) => [kind, faults[0]?.code]),
    [
      ['open', undefined],
      ['faulty', 'cell-count'],
    ],
  );
});

test('portions have at most as many rows and bytes as the server takes', () => {
  const rows = Array.from({ length: 250 }, (_, row) => ({ row, person: 'ann' }));
  assert.deepEqual(
    portionsOf(rows).map(({ length }) => length),
    [100, 100, 50],
  );
  const long = rows.slice(0, 4).map((each) => ({ ...each, instructions: 'x'.repeat(400_000) }));
  assert.deepEqual(
    portionsOf(long).map(({ length }) => length),
    [2, 2],
  );
});
