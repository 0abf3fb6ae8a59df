// Lists of choices that are too long for a template become shared lists.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isObject } from '#kernel/json.ts';
import { LIST_LIMITS } from '#lists/index.ts';
import { createFormEngines } from '#questionnaires/engine/form-engine.ts';
import { readFile } from '#template-files/read-file.ts';
import { table, writeWorkbook } from '../../../test/support/workbooks.ts';
import { ROW_LIMITS } from './shared-lists.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

interface Form {
  readonly survey: string;
  readonly choices: readonly (readonly string[])[];
}

async function convert({ survey, choices }: Form) {
  const bytes = await writeWorkbook({
    survey: table(survey.replaceAll('#{', '${')),
    choices,
    settings: [['form_title'], ['Round']],
  });
  const { definition, lists = [], notes } = await readFile(bytes);
  const [page] = Object(definition).pages;
  const elements: readonly unknown[] = page.elements;
  const named = new Map(elements.filter(isObject).map((each) => [each['name'], each]));
  return {
    definition,
    lists,
    named,
    notes: notes.map(({ name, kind }) => [name, kind]),
    all: notes,
  };
}

const SITES = numbers(9_000).map((i) => ['site', `s${i}`, `Site ${i}`, i % 2 === 0 ? 'n' : 's']);
const HEAD = ['list_name', 'name', 'label', 'region'];
const REGIONS = [
  ['region', 'n', 'North', ''],
  ['region', 's', 'South', ''],
];

describe('a list of choices that is too long', () => {
  const engines = createFormEngines({ clock: { now: () => Date.UTC(2026, 10, 29) } });
  after(() => engines.close());

  test('two questions about 9,000 choices ask from one shared list, which the answer to another question narrows', async () => {
    const { lists, named, notes, all } = await convert({
      survey: `
        type              | name   | label  | choice_filter        | required | default
        select_one region | region | Region |                      |          |
        select_one site   | from   | From   | #{region} = region   | yes      |
        select_one site   | to     | To     | region != #{region}  |          | s7`,
      choices: [HEAD, ...REGIONS, ...SITES],
    });
    const [list, ...others] = lists;
    assert.equal(others.length, 0);
    assert.deepEqual([list?.name, list?.rows?.length], ['Round: site', 9_000]);
    assert.deepEqual(list?.rows?.[1], ['s1', 'Site 1', 's']);
    assert.deepEqual(
      list?.columns.map(({ key }) => key),
      ['name', 'label', 'region'],
    );
    assert.equal(named.get('region')?.['type'], 'radiogroup');
    assert.deepEqual(named.get('from'), {
      type: 'sharedlist',
      list: list?.id,
      filterColumn: 'region',
      filterField: 'region',
      name: 'from',
      title: 'From',
      isRequired: true,
    });
    assert.deepEqual(named.get('to'), {
      type: 'sharedlist',
      list: list?.id,
      name: 'to',
      title: 'To',
    });
    assert.deepEqual(notes, [
      ['from', 'listMade'],
      ['to', 'listMade'],
      ['to', 'listFilter'],
      ['to', 'noDefault'],
    ]);
    assert.equal(all[0]?.text, 'The 9000 choices of site became a shared list.');
  });

  test('lists that fit stay, and checkboxes are cut as before', async () => {
    const survey = (type: string) => `
      type              | name   | label
      select_one region | region | Region
      ${type} site      | at     | At`;
    const choices = [HEAD, ...REGIONS, ...SITES];
    const fits = await convert({ survey: survey('select_one'), choices });
    assert.deepEqual([fits.lists, fits.named.get('at')?.['type']], [[], 'dropdown']);
    const more = numbers(2_000).map((i) => ['site', `t${i}`, `More ${i}`, '']);
    const many = await convert({
      survey: survey('select_multiple'),
      choices: [...choices, ...more],
    });
    assert.deepEqual([many.lists, many.named.get('at')?.['type']], [[], 'checkbox']);
    assert.deepEqual(many.notes, [['at', 'part']]);
  });

  test('what a row cannot hold is left out and noted', async () => {
    const long = 'k'.repeat(LIST_LIMITS.key + 1);
    const { lists, notes, named } = await convert({
      survey: `
        type                       | name | label | choice_filter  | parameters
        barcode                    | code | Code  |                |
        select_one site or_other   | at   | At    | region=#{code} | randomize=true`,
      choices: [
        ['list_name', 'name', 'label::English (en)', 'label::Deutsch (de)', 'region'],
        ...numbers(10_001).map((i) => ['site', `s${i}`, `Site ${i}`, `Ort ${i}`, '']),
        ['site', long, 'Long', '', ''],
      ],
    });
    assert.equal(lists[0]?.rows?.length, 10_001);
    assert.deepEqual(lists[0]?.rows?.[0], ['s0', 'Site 0', '']);
    // A barcode does not narrow a list, so that both halves of the filter go.
    assert.deepEqual(named.get('at'), {
      type: 'sharedlist',
      list: lists[0]?.id,
      name: 'at',
      title: 'At',
    });
    assert.deepEqual(notes.map(([, kind]) => kind).toSorted(), [
      'listLanguages',
      'listMade',
      'listOther',
      'listRow',
      'parameter',
      'part',
    ]);
  });

  test('conditions and calculations see the chosen row as its key, inside and outside of repeats', async () => {
    const given: Readonly<Record<string, unknown>> = {
      "if(#{at} = 's7', 'y', 'n')": 'y',
      "if(#{at} != 's7', 'y', 'n')": 'n',
      "if(selected(#{at}, 's8'), 'y', 'n')": 'n',
      "if(#{at} = 'gone', 'y', 'n')": 'n',
      'jr:choice-name(#{at}, 1)': 'Site 7',
      'string-length(#{at})': 2,
      "concat(#{at}, '!')": 's7!',
      "join(' ', #{stop})": 's1 s2',
      'indexed-repeat(#{stop}, #{stops}, 2)': 's2',
      'count(#{stop})': 2,
    };
    const rows = Object.keys(given).map((each, i) => `calculate | x${i} | | ${each}`);
    const { definition, notes } = await convert({
      survey: `
        type            | name  | label | calculation
        select_one site | at    | At    |
        begin repeat    | stops | Stops |
        select_one site | stop  | Stop  |
        calculate       | isOne |       | if(#{stop} = 's1', 'y', 'n')
        end repeat      |       |       |
        ${rows.join('\n')}`,
      choices: [HEAD, ...SITES],
    });
    assert.equal(notes.filter(([, kind]) => kind === 'listMade').length, 2);
    const row = (i: number) => ({ key: `s${i}`, label: `Site ${i}`, seq: i + 1 });
    const answers = { at: row(7), stops: [{ stop: row(1) }, { stop: row(2) }] };
    const { computed } = await engines.of('acme').facts(definition, answers);
    const found = Object.keys(given).map((each, i) => [each, computed[`x${i}`]]);
    assert.deepEqual(Object.fromEntries(found), given);
    assert.deepEqual(computed['stops'], [{ isOne: 'y' }, { isOne: 'n' }]);
  });

  test('the limits of rows are those of shared lists', () => {
    const { key, cell, searched } = LIST_LIMITS;
    assert.deepEqual(ROW_LIMITS, { key, cell, searched });
  });
});
