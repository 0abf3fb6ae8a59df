// A property that the profile allows must have an effect: otherwise the author of an imported template only notices
// that it is missing when a form is filled in.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Serializer } from 'survey-core';
import { filterDefinition } from './filter-definition.ts';
import { CELL_TYPES, CHOICE, COLUMN, ELEMENTS, PAGE, SURVEY, VALIDATORS } from './profile.ts';

/** Formstead's own properties; the journeys of the fields, searching/searched-answers.test.ts and test/imports/odk-cases.test.ts, show their effects. */
const OWN = new Set([
  'unit',
  'decimals',
  'preset',
  'mask',
  'patternErrorText',
  'decimalsErrorText',
  'searchable',
  'panelCountExpression',
  'review',
  'office',
  'allowDeclining',
  'hideWhileFilling',
  // The engine has them for texts, and sliders have them too.
  'minErrorText',
  'maxErrorText',
]);

const knows = (type: string, name: string): boolean =>
  name === 'type' || OWN.has(name) || Serializer.findProperty(type, name) !== undefined;

test('the forms engine knows every property that a definition may have, of one type of its family at least', () => {
  // Types that can be changed into each other share one set, so that no property is lost.
  const families = [
    ['text', 'comment'],
    ['radiogroup', 'dropdown', 'checkbox'],
  ];
  const unknown = [
    ...[...SURVEY.keys()].filter((name) => !knows('survey', name)),
    ...[...PAGE.keys()].filter((name) => !knows('page', name)),
    ...[...ELEMENTS].flatMap(([type, known]) => {
      const family = families.find((each) => each.includes(type)) ?? [type];
      return [...known.keys()]
        .filter((name) => !family.some((each) => knows(each, name)))
        .map((name) => `${type}.${name}`);
    }),
    ...[...COLUMN.keys()].filter(
      (name) => !['matrixdropdowncolumn', ...CELL_TYPES].some((type) => knows(type, name)),
    ),
    ...[...CHOICE.keys()].filter((name) => !knows('choiceitem', name)),
    ...[...VALIDATORS]
      .filter(([type]) => type.endsWith('validator'))
      .flatMap(([type, known]) => [...known.keys()].filter((name) => !knows(type, name))),
  ];
  assert.deepEqual(unknown, []);
});

test('what the fill page decides itself is known: these properties are taken, and make no difference there', () => {
  const source = readFileSync('web/src/survey/survey-view.tsx', 'utf8');
  const decided = [...source.matchAll(/^ {2,4}(?:model|shown)\.(\w+) = /gm)]
    .map(([, name = '']) => name)
    .filter((name) => SURVEY.has(name));
  assert.deepEqual(decided.toSorted(), [
    'questionErrorLocation', // below, where the keyboard of a phone does not cover it
    'showNavigationButtons', // without them only the first page can be reached
    'showTitle', // the screen shows the name of the form
    'textUpdateMode', // every keystroke is saved
    'widthMode',
  ]);
});

test('keeping answers to hidden questions is refused with its place: completing removes them', () => {
  const { refused, accepted } = filterDefinition({
    clearInvisibleValues: 'none',
    elements: [
      { type: 'text', name: 'a', clearIfInvisible: 'none' },
      { type: 'text', name: 'b', clearIfInvisible: 'onHidden' },
    ],
  });
  assert.deepEqual(
    refused.map(({ at }) => at),
    ['clearInvisibleValues', 'elements[0].clearIfInvisible'],
  );
  assert.match(refused[0]?.text ?? '', /answers to hidden questions are removed/);
  assert.deepEqual(accepted['elements'], [
    { type: 'text', name: 'a' },
    { type: 'text', name: 'b', clearIfInvisible: 'onHidden' },
  ]);
});
