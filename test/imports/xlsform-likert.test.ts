// A Likert scale of an XLSForm: the `table-list` of ODK, without the sheet of our own.
// Nightly: it belongs to the export of XLSForms, which takes long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '#kernel/json.ts';
import { readFile } from '#template-files/read-file.ts';
import { writeXlsForm } from '#template-files/xlsform/write-xlsform.ts';
import { writeTexts } from '#template-files/xlsx/write-workbook.ts';
import { LIKERT } from '../support/likert.ts';

/** Reads an export of which somebody else kept only the sheets of XLSForms. */
async function withoutOurSheet(definition: JsonObject, change = (cell: string) => cell) {
  const sheets = writeXlsForm('Form', definition).sheets;
  const survey = sheets.survey.map((row) => row.map(change));
  return await readFile(Buffer.from(await writeTexts({ ...sheets, survey })));
}

test('a table-list is a Likert scale, with its rows and columns', async () => {
  const read = await withoutOurSheet({ pages: [{ name: 'one', elements: [LIKERT] }] });
  const [found] = Object(read.definition).pages[0].elements;
  const { rows, columns, ...others } = found;
  assert.deepEqual(
    [others.type, others.name, others.isRequired, others.eachRowRequired],
    ['matrix', 'service', true, true],
  );
  assert.deepEqual(
    columns.map(({ value }: { value: string }) => value),
    ['no', 'yes'],
  );
  assert.deepEqual(
    rows.map(({ value }: { value: string }) => value),
    ['service_fast', 'service_kind'],
  );
  assert.equal(
    read.notes.some(({ kind }) => kind === 'tableList'),
    false,
  );
});

test('where a question of a table-list differs or is named, all of them stay single, with a note', async () => {
  const note = { type: 'text', name: 'why', title: 'Why was it so {service}?' };
  const pages = [{ name: 'one', elements: [LIKERT, note] }];
  const read = await withoutOurSheet({ pages }, (cell) =>
    cell.startsWith('Why was it so') ? ['Why $', '{service_fast}?'].join('') : cell,
  );
  const text = JSON.stringify(read.definition);
  assert.doesNotMatch(text, /"matrix"/);
  assert.match(text, /"name":"service_fast"/);
  assert.equal(
    read.notes.some(({ kind }) => kind === 'tableList'),
    true,
  );
});
