import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builder } from '#web/locales/en/builder.ts';
import { outline } from '#web/locales/en/outline.ts';
import { words } from '../../../test/support/builder-edits.ts';
import { choicesIn } from './choices.ts';
import { rowsFrom } from './fixed-rows.ts';
import { fieldOf, readQuestionLines } from './question-lines.ts';

const { kinds, keywords } = builder.builder;
const read = (text: string) =>
  readQuestionLines(text, (kind) => ({ name: kinds[kind], keywords: keywords[kind] }));

test('pasted lines and spreadsheet columns become fields of the named types', () => {
  const lines = read(
    [
      '# Vehicle',
      'Plate *',
      'Condition * | dropdown | Good; Worn; Broken',
      'Mileage\tnumber',
      'Colour | red, green',
      '',
      'Parts | table | Part; Amount',
      'Odd | hologram',
    ].join('\r\n'),
  );
  assert.deepEqual(
    lines.map(({ title, kind, isRequired, unknownKind }) => [title, kind, isRequired, unknownKind]),
    [
      ['Vehicle', undefined, false, undefined],
      ['Plate', 'text', true, undefined],
      ['Condition', 'dropdown', true, undefined],
      ['Mileage', 'number', false, undefined],
      ['Colour', 'radiogroup', false, undefined],
      ['Parts', 'matrixdynamic', false, undefined],
      ['Odd', 'text', false, 'hologram'],
    ],
  );
  const fields = lines.flatMap((line) =>
    line.kind === undefined ? [] : [fieldOf(line, line.kind, words('x'))],
  );
  assert.deepEqual(fields[1], {
    type: 'dropdown',
    name: 'condition',
    title: 'Condition',
    isRequired: true,
    choices: ['Good', 'Worn', 'Broken'],
  });
  assert.deepEqual(fields[4]?.['columns'], [
    { name: 'part', title: 'Part', cellType: 'text' },
    { name: 'amount', title: 'Amount', cellType: 'text' },
  ]);
});

test('a number has its unit after its type, and an instruction text its text', () => {
  const lines = read(
    [
      'Depth * | number | m',
      'First | instruction text | Wear a helmet, and gloves.',
      'End * | heading',
    ].join('\n'),
  );
  const fields = lines.flatMap((line) =>
    line.kind === undefined ? [] : [fieldOf(line, line.kind, words('x'))],
  );
  assert.deepEqual(fields, [
    {
      type: 'text',
      inputType: 'number',
      name: 'depth',
      title: 'Depth',
      isRequired: true,
      unit: 'm',
    },
    { type: 'instructions', name: 'first', title: 'First', content: 'Wear a helmet, and gloves.' },
    { type: 'heading', name: 'end', title: 'End' },
  ]);
});

test('cells of a spreadsheet with line breaks and quotation marks are one question, with an option per line', () => {
  const pasted = [
    '"Is the brake\r\n""OK""? *"\tdropdown\t"Yes\nNo, worn"',
    'Yes | No\ttext',
    'Last\t"A\nB"',
  ].join('\r\n');
  assert.deepEqual(read(pasted), [
    {
      title: 'Is the brake "OK"?',
      kind: 'dropdown',
      isRequired: true,
      options: ['Yes', 'No, worn'],
    },
    { title: 'Yes | No', kind: 'text', isRequired: false, options: [] },
    { title: 'Last', kind: 'radiogroup', isRequired: false, options: ['A', 'B'] },
  ]);
  assert.deepEqual(choicesIn('r\t"Red\n""hot"""\nb = Blue\n"1 ""A"""', []), [
    { value: 'r', text: 'Red "hot"', kept: {} },
    { value: 'b', text: 'Blue', kept: {} },
    { value: '1 "A"', text: '', kept: {} },
  ]);
  assert.deepEqual(rowsFrom('"Front\nbrakes"\nLights', []), [
    { value: 'front_brakes', text: 'Front brakes' },
    { value: 'lights', text: 'Lights' },
  ]);
});

test('the example of the dialog is read as it says', () => {
  const example = outline.outline.lines.example.split('Example: ')[1] ?? '';
  assert.deepEqual(read(example), [
    { title: 'Condition', kind: 'dropdown', isRequired: true, options: ['Good', 'Worn', 'Broken'] },
  ]);
});
