// References to a field, column or choice follow it when it is renamed, and published names stay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startingAnswers } from '#questionnaires/answers/starting-answers.ts';
import { changeColumnKind, changeKind } from '#web/builder/change-kind.ts';
import { readChoices, writeChoices } from '#web/builder/choices.ts';
import {
  type Definition,
  emptyDefinition,
  type Field,
  fieldAt,
  type Path,
} from '#web/builder/definition.ts';
import { addField, change, duplicate } from '#web/builder/edit.ts';
import { columnsOf, type Kind, newField } from '#web/builder/kinds.ts';
import { renameField } from '#web/builder/names.ts';
import { NOTHING_PUBLISHED, publishedIn } from '#web/builder/published.ts';
import { choicesOver, setChoiceValue, settleColumnChoices } from '#web/builder/rename-choice.ts';
import { renameColumn } from '#web/builder/rename-column.ts';
import { followTitle, madeUpNames } from '#web/builder/retitle.ts';
import { faultsOf, retitleChoice, retitleColumn, words } from '../support/builder-edits.ts';

const formOf = (...fields: readonly Field[]): Definition =>
  fields.reduce((form, field) => addField(form, field, [0]).definition, emptyDefinition());

const shown = (definition: Definition, path: Path) => fieldAt(definition, path)?.['visibleIf'];

/** Returns a template with a question of the kind, and a field with the condition. */
const asked = (kind: Kind, visibleIf: string): Definition =>
  formOf(newField(kind, words('state')), { ...newField('text', words('last')), visibleIf });

test('conditions and default values follow a choice that gets another value', () => {
  const form = change(asked('radiogroup', "{#state} = 'Two' and 'Two' <> {State}"), [0, 0], {
    defaultValue: 'Two',
  });
  const renamed = retitleChoice(form, [0, 0], 1, "Adam's", NOTHING_PUBLISHED);
  assert.equal(shown(renamed, [0, 1]), "{#state} = 'Adam\\'s' and 'Adam\\'s' <> {State}");
  assert.equal(fieldAt(renamed, [0, 0])?.['defaultValue'], "Adam's");
  assert.deepEqual(faultsOf(renamed), []);
  const listed = asked('checkbox', "{state} anyof ['One', 'Two']");
  assert.equal(
    shown(setChoiceValue(listed, [0, 0], 1, 'x]'), [0, 1]),
    "{state} anyof ['One', 'x]']",
  );
  const number = change(asked('dropdown', '{state} = 1'), [0, 0], { choices: [1, 2] });
  assert.equal(shown(setChoiceValue(number, [0, 0], 0, 'first'), [0, 1]), "{state} = 'first'");
  assert.deepEqual(
    faultsOf(change(number, [0, 0], { choices: [2, 3] })).map(({ kind }) => kind),
    ['unknownChoice'],
  );
});

test('a choice that is renamed keeps what people read, and another field of the same choices stays', () => {
  const form = asked('radiogroup', "{state} = 'One' and {other} = 'One'");
  const both = addField(form, newField('radiogroup', words('other')), [0]).definition;
  const renamed = setChoiceValue(both, [0, 0], 0, 'n1');
  assert.deepEqual(fieldAt(renamed, [0, 0])?.['choices'], [{ value: 'n1', text: 'One' }, 'Two']);
  assert.equal(shown(renamed, [0, 1]), "{state} = 'n1' and {other} = 'One'");
});

test('what names a column follows it inside and outside of its table only', () => {
  const table = { columns: [{ name: 'qty' }, { name: 'sum', expression: '{row.qty} * 2' }] };
  const form = formOf(
    { ...newField('matrixdynamic', words('parts')), ...table },
    { ...newField('matrixdynamic', words('others')), ...table },
    {
      ...newField('expression', words('all')),
      expression:
        "sumInArray({parts}, 'qty') + {parts[0].qty} + {others[0].qty} + {parts-total.qty}",
    },
  );
  const renamed = renameColumn(form, [0, 0], 0, 'count');
  const columns = (i: number) => columnsOf(fieldAt(renamed, [0, i]) ?? { name: '', type: '' });
  assert.equal(columns(0)[1]?.['expression'], '{row.count} * 2');
  assert.equal(columns(1)[1]?.['expression'], '{row.qty} * 2');
  assert.equal(
    fieldAt(renamed, [0, 2])?.['expression'],
    "sumInArray({parts}, 'count') + {parts[0].count} + {others[0].qty} + {parts-total.count}",
  );
});

test('a list in a column follows the columns and fields that it names, and a column hides a field of its name', () => {
  const list = '01890a5d-ac96-774b-bcce-b302099a8057';
  const site = { name: 'site', cellType: 'sharedlist', list, filterColumn: 'region' };
  const filled = { fillIn: [{ column: 'area', field: 'note' }] };
  const tableWith = (filterField: string): Field => ({
    ...newField('matrixdynamic', words('stops')),
    columns: [
      { name: 'region', cellType: 'text' },
      { ...site, ...filled, filterField },
      { name: 'note', cellType: 'text' },
    ],
  });
  const named = (definition: Definition) => {
    const table = fieldAt(definition, [0, 2]);
    const { filterField, fillIn } = (table && columnsOf(table)[1]) ?? {};
    return [filterField, fillIn];
  };
  const fields = [newField('text', words('region')), newField('text', words('part'))];
  const beside = formOf(...fields, tableWith('region'));
  const fillsNote = [{ column: 'area', field: 'note' }];
  assert.deepEqual(named(renameField(beside, [0, 0], 'district')), ['region', fillsNote]);
  assert.deepEqual(named(renameColumn(beside, [0, 2], 0, 'district')), ['district', fillsNote]);
  assert.deepEqual(named(renameColumn(beside, [0, 2], 2, 'remark')), [
    'region',
    [{ column: 'area', field: 'remark' }],
  ]);
  const outside = formOf(...fields, tableWith('part'));
  assert.deepEqual(named(renameField(outside, [0, 1], 'district')), ['district', fillsNote]);
  const plain = fieldAt(changeColumnKind(outside, [0, 2], 1, 'text'), [0, 2]);
  assert.deepEqual(plain && columnsOf(plain)[1], { name: 'site', cellType: 'text' });
});

test('a name that an expression writes in quotes follows the field that the engine finds by it', () => {
  const spoken = (name: string, expression: string): Field => ({
    ...newField('expression', words(name)),
    expression,
  });
  const inner = (name: string) => spoken(name, "displayValue('site') + getComment('site')");
  const form: Definition = {
    pages: [
      {
        name: 'page1',
        elements: [
          newField('dropdown', words('site')),
          {
            ...newField('panel', words('box')),
            elements: [
              spoken('own', "displayValue( \"site\" ) + propertyValue(site, 'title') + 'site'"),
            ],
          },
          spoken(
            'ready',
            "iif(isContainerReady('box'), getComment('site'), displayValue('sites'))",
          ),
          {
            ...newField('paneldynamic', words('visits')),
            templateElements: [newField('text', words('site')), inner('entry')],
          },
          {
            ...newField('matrixdynamic', words('parts')),
            columns: [
              { name: 'part', cellType: 'text' },
              { name: 'price', cellType: 'text' },
              { ...inner('both'), type: undefined, cellType: 'expression' },
            ],
          },
          spoken(
            'best',
            "minInArray({parts}, 'price', 'part') + minInArray({parts}, 'part', 'price')",
          ),
        ],
      },
    ],
  };
  assert.deepEqual(
    faultsOf(form).map(({ at, values }) => [at, values]),
    [['pages[0].elements[2].expression', { name: 'sites' }]],
  );
  const said = (definition: Definition, path: Path) => fieldAt(definition, path)?.['expression'];
  const placed = renameField(form, [0, 0], "the 'place'");
  const quoted = "the \\'place\\'";
  assert.equal(
    said(placed, [0, 1, 0]),
    `displayValue( "${quoted}" ) + propertyValue('${quoted}', 'title') + 'site'`,
  );
  assert.equal(
    said(placed, [0, 2]),
    `iif(isContainerReady('box'), getComment('${quoted}'), displayValue('sites'))`,
  );
  // Inside of the entry, its own field is the nearer one.
  assert.equal(said(placed, [0, 3, 1]), `displayValue('site') + getComment('${quoted}')`);
  assert.equal(
    columnsOf(fieldAt(placed, [0, 4]) ?? inner(''))[2]?.['expression'],
    `displayValue('${quoted}') + getComment('${quoted}')`,
  );
  assert.deepEqual(
    renameField(placed, [0, 0], 'site').pages[0]?.elements[2],
    form.pages[0]?.elements[2],
  );
  const nearer = renameField(form, [0, 3, 0], 'town');
  assert.equal(said(nearer, [0, 3, 1]), "displayValue('town') + getComment('site')");
  assert.equal(said(nearer, [0, 2]), said(form, [0, 2]));
  const boxed = renameField(form, [0, 1], 'crate');
  assert.match(String(said(boxed, [0, 2])), /isContainerReady\('crate'\)/);
  assert.equal(
    said(renameColumn(form, [0, 4], 0, 'piece'), [0, 5]),
    "minInArray({parts}, 'price', 'piece') + minInArray({parts}, 'piece', 'price')",
  );
  const fitted = renameColumn(form, [0, 4], 0, "fitter's part");
  assert.equal(
    said(fitted, [0, 5]),
    "minInArray({parts}, 'price', 'fitter\\'s part') + minInArray({parts}, 'fitter\\'s part', 'price')",
  );
  assert.equal(said(renameColumn(fitted, [0, 4], 0, 'part'), [0, 5]), said(form, [0, 5]));
  const copied = duplicate(form, [0, 1]).definition;
  assert.equal(said(copied, [0, 2, 0]), said(form, [0, 1, 0]));
  const copy = duplicate(form, [0, 3]).definition;
  assert.equal(said(copy, [0, 4, 1]), "displayValue('site_2') + getComment('site')");
});

test('the key and the starting rows of a table or section follow what they name', () => {
  const table = {
    ...newField('matrixdynamic', words('parts')),
    columns: [{ name: 'part', cellType: 'text' }],
    keyName: 'part',
    rowCount: 1,
    defaultRowValue: { part: 'Pump' },
  };
  const section: Field = {
    ...newField('paneldynamic', words('visits')),
    templateElements: [
      { ...newField('text', words('who')), defaultValue: 'Nobody' },
      { ...newField('panel', words('box')), elements: [newField('text', words('where')), table] },
    ],
    panelCount: 1,
    keyName: 'where',
    defaultPanelValue: { where: 'Oslo', parts: [{ part: 'Valve' }] },
  };
  const form = formOf(section);
  assert.deepEqual(faultsOf(form), []);
  const placed = renameColumn(renameField(form, [0, 0, 1, 0], 'town'), [0, 0, 1, 1], 0, 'piece');
  const named = renameField(placed, [0, 0, 1, 1], 'pieces');
  assert.deepEqual(faultsOf(named), []);
  assert.deepEqual(startingAnswers(named), {
    visits: [{ who: 'Nobody', town: 'Oslo', pieces: [{ piece: 'Valve' }] }],
  });
  assert.equal(fieldAt(named, [0, 0])?.['keyName'], 'town');
  const { keyName, defaultRowValue } = fieldAt(named, [0, 0, 1, 1]) ?? table;
  assert.deepEqual([keyName, defaultRowValue], ['piece', { piece: 'Pump' }]);
  const copied = duplicate(form, [0, 0]).definition;
  assert.deepEqual(faultsOf(copied), []);
  assert.deepEqual(Object.values(startingAnswers(copied))[1], [
    { who_2: 'Nobody', where_2: 'Oslo', parts_2: [{ part: 'Valve' }] },
  ]);
  const lost = change(named, [0, 0], { keyName: 'where', defaultPanelValue: { where: 'Oslo' } });
  assert.deepEqual(
    faultsOf(lost).map(({ at, kind }) => [at, kind]),
    [
      ['pages[0].elements[0].keyName', 'unknownField'],
      ['pages[0].elements[0].defaultPanelValue', 'unknownField'],
    ],
  );
  assert.match(faultsOf(lost)[0]?.text ?? '', /It names where.*Use one of who, town, pieces/);
  const unfit = change(named, [0, 0], { defaultPanelValue: { pieces: [{ piece: 7 }] } });
  assert.deepEqual(
    faultsOf(unfit).map(({ kind }) => kind),
    ['unfitDefault'],
  );
});

test('the title of an entry may speak of it, and follows', () => {
  const section = {
    ...newField('paneldynamic', words('visits')),
    templateTitle: 'Visit of {panel.who}',
    templateElements: [newField('text', words('who'))],
  };
  const form = formOf(section);
  assert.deepEqual(faultsOf(form), []);
  const renamed = renameField(form, [0, 0, 0], 'guest');
  assert.equal(fieldAt(renamed, [0, 0])?.['templateTitle'], 'Visit of {panel.guest}');
  const copy = fieldAt(duplicate(renamed, [0, 0]).definition, [0, 1]);
  assert.equal(copy?.['templateTitle'], 'Visit of {panel.guest_2}');
});

test('a dropdown made checkboxes, and back, is compared with in the words of each', () => {
  const form = asked('dropdown', "{state} = 'Two' or {state} <> 'One' or 'One' = {state}");
  const many = changeKind(form, [0, 0], 'checkbox');
  assert.equal(
    shown(many, [0, 1]),
    "{state} contains 'Two' or {state} notcontains 'One' or {state} contains 'One'",
  );
  assert.deepEqual(faultsOf(many), []);
  const one = changeKind(many, [0, 0], 'radiogroup');
  assert.equal(shown(one, [0, 1]), "{state} = 'Two' or {state} <> 'One' or {state} = 'One'");
  assert.deepEqual(
    faultsOf(asked('checkbox', "{state} = 'Two'")).map(({ at, kind }) => [at, kind]),
    [['pages[0].elements[1].visibleIf', 'listCompared']],
  );
  const choices = ['One', 'Two'];
  const table = formOf({
    ...newField('matrixdynamic', words('parts')),
    columns: [
      { name: 'a', cellType: 'dropdown', choices },
      { name: 'b', cellType: 'text', visibleIf: "{row.a} = 'Two'" },
    ],
  });
  const [, b] = columnsOf(
    fieldAt(changeColumnKind(table, [0, 0], 0, 'checkbox'), [0, 0]) ?? { name: '', type: '' },
  );
  assert.equal(b?.['visibleIf'], "{row.a} contains 'Two'");
});

test('what is published keeps its name and value when it is retitled', () => {
  const table = newField('matrixdynamic', words('parts'));
  const choices = { name: 'state', cellType: 'dropdown', choices: [1, 'Red', 'Green'] };
  const form = change(formOf(newField('radiogroup', words('state_1')), table), [0, 1], {
    columns: [{ name: 'column_1', title: 'Column 1' }, choices],
  });
  const published = publishedIn(form);
  const titled = followTitle(
    change(form, [0, 0], { title: 'Other' }),
    [0, 0],
    published,
    () => true,
  );
  assert.equal(fieldAt(titled, [0, 0])?.name, 'state_1');
  const chosen = retitleChoice(titled, [0, 0], 0, 'Uno', published);
  assert.deepEqual(fieldAt(chosen, [0, 0])?.['choices'], [{ value: 'One', text: 'Uno' }, 'Two']);
  const named = retitleColumn(chosen, [0, 1], 0, 'Amount', published);
  const [first] = columnsOf(fieldAt(named, [0, 1]) ?? table);
  assert.equal(first?.['name'], 'column_1');
  // The choices are typed anew line by line, with an additional line.
  const before = readChoices(choices.choices);
  const lines = change(named, [0, 1], {
    columns: [
      { name: 'column_1' },
      { ...choices, choices: writeChoices(choicesOver('1\nCrimson\nGreen\nBlue', before)) ?? [] },
    ],
  });
  const settled = settleColumnChoices(lines, [0, 1], 1, before, (value) =>
    published.hasChoice('parts', value, 'state'),
  );
  assert.deepEqual(columnsOf(fieldAt(settled, [0, 1]) ?? table)[1]?.['choices'], [
    1,
    { value: 'Red', text: 'Crimson' },
    'Green',
    'Blue',
  ]);
});

test('names from titles are known again on a later visit, and chosen ones are left alone', () => {
  const titled = (name: string, title: string) => ({ ...newField('number', words(name)), title });
  const table = {
    ...titled('parts', 'Parts'),
    type: 'matrixdynamic',
    columns: [
      { name: 'amount', title: 'Amount' },
      { name: 'id', title: 'Number' },
    ],
  };
  const { title: _title, ...untitled } = titled('length', '');
  const form = formOf(
    titled('number', 'Number'),
    titled('number_3', 'Number'),
    // Its title was being typed when the page was closed.
    titled('number_2', 'Width'),
    titled('w', 'Height'),
    titled('number_of', 'Number'),
    untitled,
    table,
  );
  const kinds = { number: 'Number', matrixdynamic: 'Table' };
  const startingTitle = (kind: string) => new Map(Object.entries(kinds)).get(kind) ?? '';
  assert.deepEqual(
    [...madeUpNames(form, startingTitle)],
    ['number', 'number_3', 'number_2', 'parts', 'parts.amount'],
  );
});
