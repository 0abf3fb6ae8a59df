import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { choicesIn, writeChoices } from '#web/builder/choices.ts';
import { ASKED, type Conditions, DESCRIBED, type KindJourney, read } from '../journey.ts';

/** As pasted into the builder: stored values, and texts that people read. */
export const CHOICES: JsonObject = {
  choices: JSON.parse(
    JSON.stringify(
      writeChoices(choicesIn('red\ng = Green (moss)\n007 = Bond\n=1 = Sum\nçà | Ça va', [])),
    ),
  ),
};

const ONE: KindJourney = {
  type: 'DropDown',
  member: 'value',
  by: 'click',
  always: CHOICES,
  right: [read('red', 'red'), read('g', 'Green (moss)'), read('007', 'Bond'), read('çà', 'Ça va')],
  wrong: [
    { value: 'purple' },
    { value: 'Green (moss)' },
    { value: 7 },
    { value: true },
    { value: ['red'] },
    { value: { value: 'red' } },
  ],
  properties: {
    isRequired: ASKED,
    description: DESCRIBED,
    choices: {
      set: { choices: ['only'] },
      right: [read('only', 'only')],
      wrong: [{ value: 'red' }],
    },
    defaultValue: { set: { ...CHOICES, defaultValue: 'g' }, filled: read('g', 'Green (moss)') },
  },
  conditions: {
    equal: { with: 'g', shown: ['g'], hidden: ['red', undefined] },
    notEqual: { with: 'g', shown: ['red', '007'], hidden: ['g'] },
    notEmpty: { shown: ['red'], hidden: [undefined] },
    empty: { shown: [undefined], hidden: ['red'] },
  },
};

const SEVERAL: Conditions = {
  contains: { with: 'g', shown: [['g'], ['red', 'g']], hidden: [['red'], undefined] },
  notContains: { with: 'g', shown: [['red'], ['007', 'red']], hidden: [['g'], ['red', 'g']] },
  notEmpty: { shown: [['red']], hidden: [undefined] },
  empty: { shown: [undefined], hidden: [['red']] },
};

const YES = read(true, { en: 'Yes', de: 'Ja' });
const NO = read(false, { en: 'No', de: 'Nein' });
const stars = (value: JsonValue) => read(value, String(value));

export const CHOICE_JOURNEYS = {
  boolean: {
    type: 'CheckBox',
    member: 'value',
    by: 'click',
    right: [YES, NO],
    wrong: [{ value: 'yes' }, { value: 'true' }, { value: 1 }, { value: [true] }],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      labelTrue: {
        set: { labelTrue: 'In order' },
        right: [read(true, 'In order')],
        shows: 'In order',
      },
      labelFalse: {
        set: { labelFalse: 'Broken' },
        right: [read(false, 'Broken')],
        shows: 'Broken',
      },
      defaultValue: { set: { defaultValue: true }, filled: YES },
    },
    conditions: {
      equal: { with: true, shown: [true], hidden: [false, undefined] },
      notEmpty: { shown: [true, false], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [true, false] },
    },
  },
  radiogroup: ONE,
  dropdown: {
    ...ONE,
    properties: {
      ...ONE.properties,
      placeholder: {
        set: { ...CHOICES, placeholder: 'Which colour?' },
        attribute: { name: 'placeholder', value: 'Which colour?' },
      },
    },
  },
  checkbox: {
    type: 'CheckBoxGroup',
    member: 'value',
    by: 'click',
    always: CHOICES,
    right: [
      read(['red'], 'red'),
      read(['red', 'g', '007'], 'red, Green (moss), Bond'),
      read(['g', 'red'], 'Green (moss), red'),
    ],
    wrong: [
      { value: 'red' },
      { value: ['purple'] },
      { value: ['red', 'purple'] },
      { value: [['red']] },
      { value: true },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      choices: {
        set: { choices: ['only'] },
        right: [read(['only'], 'only')],
        wrong: [{ value: ['red'] }],
      },
      defaultValue: {
        set: { ...CHOICES, defaultValue: ['g', '007'] },
        filled: read(['g', '007'], 'Green (moss), Bond'),
      },
    },
    conditions: SEVERAL,
  },
  rating: {
    type: 'Number',
    member: 'value',
    by: 'click',
    right: [stars(1), stars(3), stars(5)],
    wrong: [{ value: 0 }, { value: 6 }, { value: 2.5 }, { value: 'x' }, { value: true }],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      rateMax: {
        set: { rateMax: 3 },
        right: [stars(3), stars(1)],
        wrong: [{ value: 4 }, { value: 5 }],
      },
      minRateDescription: { set: { minRateDescription: 'Useless' }, shows: 'Useless' },
      maxRateDescription: { set: { maxRateDescription: 'Perfect' }, shows: 'Perfect' },
      defaultValue: { set: { defaultValue: 4 }, filled: stars(4) },
    },
    conditions: {
      equal: { with: 3, shown: [3], hidden: [2, undefined] },
      notEqual: { with: 3, shown: [2], hidden: [3] },
      greater: { with: 3, shown: [4], hidden: [3, 1] },
      less: { with: 3, shown: [2], hidden: [3, 5] },
      greaterOrEqual: { with: 3, shown: [3, 5], hidden: [2, undefined] },
      lessOrEqual: { with: 3, shown: [3, 1], hidden: [4] },
      notEmpty: { shown: [1], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [1] },
    },
  },
} satisfies Readonly<Record<string, KindJourney>>;
