// Runs the engine with every property that a definition may have, on every type, with all sorts of values that the
// profile allows: every form that a builder or an import can produce must open and can be checked.
// Nightly: it tries each property of each kind of question.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { reportOnDefinition } from '#questionnaires/definition/check-definition.ts';
import {
  CELL_TYPES,
  COLUMN,
  ELEMENTS,
  INPUT_TYPES,
  type Properties,
  type PropertyKind,
  VALIDATORS,
} from '#questionnaires/definition/profile.ts';
import { BLUE_JPEG } from '../../../test/support/pictures.ts';
import { createFormEngines } from './form-engine.ts';

const engines = createFormEngines({ threads: 2, waiting: 10_000, limitMs: 20_000 });
const engine = engines.of('acme');
after(() => engines.close());

const FILE = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'a.png',
  type: 'image/png',
  size: 3,
};
const CHOICES: readonly JsonValue[] = ['a', { value: 2, text: { default: 'Two', de: 'Zwei' } }];
const INNER: readonly JsonObject[] = [{ type: 'text', name: 'inner', isRequired: true }];

/** Values of each kind of property: limits of what the profile allows, and keywords of the engine. */
const VALUES: Readonly<Record<PropertyKind, readonly JsonValue[]>> = {
  name: ['q'],
  type: [],
  label: ['', 'section 1'],
  text: ['', 'A text of {other} {nothing}', 7, { default: 'One', de: 'Eins' }],
  texts: [[], ['x', { default: 'y', de: 'z' }]],
  flag: [true, false],
  off: [false],
  number: [-1, 0, 0.5, 1e12],
  count: [0, 3, 100],
  bound: [0, '', '5', '2026-01-01', '2026-01-01T09:00', '09:00', 'soon'],
  word: ['', 'none', 'hidden', true],
  mode: ['off', true],
  clearing: ['onHidden'],
  size: ['', '300px', '50%', 200],
  colour: ['#1098ad', 'red'],
  message: ['', 'Not so', { default: 'Not so', de: 'So nicht' }],
  unit: ['kg', { default: 'pcs', de: 'Stk' }],
  preset: ['digits', 'iban'],
  mask: ['99-aa', '#'],
  content: ['', 'Wear **gloves**', { default: '- a\n- b', de: '[c](https://d.example)' }],
  picture: [BLUE_JPEG],
  mediaTypes: ['', 'image/*', 'image/png,.pdf'],
  listId: ['', '01890a5d-ac96-774b-bcce-b302099a8057'],
  groupId: ['', '01890a5d-ac96-774b-bcce-b302099a8057'],
  fillIn: [[], [{ column: 'c', field: 'other' }]],
  review: [{ steps: [{ by: 'group', group: '01890a5d-ac96-774b-bcce-b302099a8057' }] }],
  office: [{ step: 1 }, { step: 3, seenBy: 'step' }],
  value: [null, '', 'a', 2, true, ['a'], [{ inner: 'x' }], { inner: 'x' }, '2026-01-01', FILE],
  expression: [
    '',
    '{other} = 1',
    '{panel.inner} notempty',
    '{row.c} * 2',
    'today()',
    "iif({other} > 1, 'a', 2)",
  ],
  rows: [[], ['a', { value: 2, text: { default: 'Two', de: 'Zwei' } }]],
  imageChoices: [[], [{ value: 'a', imageLink: BLUE_JPEG }, { value: 2 }]],
  choices: [[], CHOICES, [{ value: 'a', visibleIf: '{other} = 1' }]],
  validators: [[], ...[...VALIDATORS.keys()].map((type) => [{ type, expression: '{other} = 1' }])],
  columns: [[], [{ name: 'c', cellType: 'text', isRequired: true }]],
  elements: [[], INNER],
  pages: [],
};

/** Answers of all types, one of which may fit, so that code that reads answers runs too. */
const ANSWERS: readonly JsonValue[] = [
  'a',
  2,
  true,
  ['a'],
  [FILE],
  FILE,
  { key: 'a', label: 'A', seq: 1 },
  [{ inner: 'x', c: 'y' }],
  '2026-01-01',
  [],
];

const BASES: Readonly<Record<string, JsonObject>> = {
  radiogroup: { choices: CHOICES },
  dropdown: { choices: CHOICES },
  checkbox: { choices: CHOICES },
  imagepicker: { choices: CHOICES },
  ranking: { choices: CHOICES },
  matrixdynamic: { columns: [{ name: 'c', cellType: 'text' }] },
  matrixdropdown: { rows: ['a', 'b'], columns: [{ name: 'c', cellType: 'text' }] },
  matrix: { rows: ['a', 'b'], columns: ['c', 'd'] },
  paneldynamic: { templateElements: INNER },
  panel: { elements: INNER },
};

const WORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['inputType', INPUT_TYPES],
  ['cellType', CELL_TYPES],
]);

interface Case {
  readonly what: string;
  readonly element: JsonObject;
}

function casesOf(what: string, base: JsonObject, known: Properties): readonly Case[] {
  return [...known].flatMap(([property, kind]) => {
    const words = WORDS.get(property) ?? VALUES[kind];
    return words.map((value) => ({
      what: `${what}.${property} = ${JSON.stringify(value)}`,
      element: { ...base, [property]: value },
    }));
  });
}

const CASES: readonly Case[] = [
  ...[...ELEMENTS].flatMap(([type, known]) =>
    casesOf(type, { type, name: 'q', ...BASES[type] }, known),
  ),
  ...CELL_TYPES.flatMap((cellType) =>
    casesOf(`column ${cellType}`, { name: 'c', cellType, choices: CHOICES }, COLUMN).map(
      ({ what, element }) => ({
        what,
        element: { type: 'matrixdynamic', name: 'q', columns: [element] },
      }),
    ),
  ),
];

test('the engine survives every property of every type, with every sort of value and answer', async (t) => {
  const taken = CASES.filter(({ element }) => {
    const { faults } = reportOnDefinition(definitionOf(element));
    return faults.length === 0;
  });
  const properties = new Set(taken.map(({ what }) => what.replace(/ = .*$/s, '')));
  for (const [type, known] of ELEMENTS) {
    for (const property of known.keys()) {
      if (property === 'type') continue;
      assert.ok(
        properties.has(`${type}.${property}`),
        `${type}.${property} has no value that is taken`,
      );
    }
  }

  const failed: string[] = [];
  // Many cases in one form are fast. If the engine fails, the failing case is searched for by halving.
  const tryAll = async (cases: readonly Case[]): Promise<void> => {
    try {
      await tryOn(cases);
    } catch (error) {
      if (cases.length === 1)
        failed.push(`${cases[0]?.what}: ${String(Object(error).cause ?? error)}`);
      const half = Math.ceil(cases.length / 2);
      if (cases.length > 1)
        await Promise.all([tryAll(cases.slice(0, half)), tryAll(cases.slice(half))]);
    }
  };
  const tried = IS_DEEP ? taken : taken.filter(isInShort);
  t.diagnostic(`${tried.length} of ${taken.length} fields`);
  const parts = Math.ceil(tried.length / AT_ONCE);
  const groups = Array.from({ length: parts }, (_, i) =>
    tried.filter((_each, j) => j % parts === i),
  );
  await Promise.all(groups.map(tryAll));
  assert.deepEqual(failed, []);
});

const AT_ONCE = 40;
const IS_DEEP = process.env['TEST_DEEP'] !== undefined;

/** The short run has each property of a type once; all cell types share theirs. The values alternate. */
function isInShort({ what }: Case): boolean {
  const property = what.replace(/ = .*$/s, '').replace(/^column \w+/, 'column');
  const isFirst = !SEEN.has(property);
  SEEN.add(property);
  return isFirst || FAILED_ONCE.has(what);
}
const FAILED_ONCE: ReadonlySet<string> = new Set([
  'column rating.rateMin = 1000000000000',
  'column rating.rateMax = -1',
  'column rating.rateStep = -1',
]);
const SEEN = new Set<string>();

/** Runs cases in one form, each with an answer that fits, if there is one. @throws the error of the engine */
async function tryOn(cases: readonly Case[]): Promise<void> {
  const elements = cases.map(({ element }, i) => ({ ...element, name: `q${i}` }));
  const definition = { elements: [{ type: 'text', name: 'other' }, ...elements] };
  const shapes = shapesOf(definition);
  const fitting = elements.flatMap(({ name }, i): [string, JsonValue][] => {
    const taken = ANSWERS.map((answer) => guardAnswers(shapes, { [name]: answer }).answers);
    const fits = taken.map((answers) => member(answers, name)).filter((each) => each !== undefined);
    const answer = fits[i % fits.length];
    return answer === undefined ? [] : [[name, answer]];
  });
  const given = { other: '1', ...Object.fromEntries(fitting) };
  await engine.check(definition, given);
  if (IS_DEEP) await engine.facts(definition, given);
}

const definitionOf = (element: JsonObject): JsonObject => ({
  elements: [{ type: 'text', name: 'other' }, element],
});
