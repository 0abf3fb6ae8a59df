import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { choicesIn, writeChoices } from '#web/builder/choices.ts';
import { BLUE_JPEG } from '../../support/pictures.ts';
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

/** A number on a slider. */
const at = (value: number, en = `${value}`, de = en) => read(value, { en, de });

const PICTURES: JsonObject = {
  choices: [
    { value: 'bolt', text: { default: 'Bolt', de: 'Schraube' }, imageLink: BLUE_JPEG },
    { value: 'nut', imageLink: BLUE_JPEG },
  ],
};
const BOLT = read('bolt', { en: 'Bolt', de: 'Schraube' });
const NUT = read('nut', 'nut');
const RANKED = read(['g', 'red', 'çà', '007'], 'Green (moss), red, Ça va, Bond');

export const CHOICE_JOURNEYS = {
  imagepicker: {
    type: 'DropDown',
    member: 'value',
    by: 'click',
    always: PICTURES,
    right: [BOLT, NUT],
    wrong: [{ value: 'purple' }, { value: 'Bolt' }, { value: 7 }, { value: { value: 'bolt' } }],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      choices: {
        set: { choices: [{ value: 'only', imageLink: BLUE_JPEG }] },
        right: [read('only', 'only')],
        wrong: [{ value: 'bolt' }, { value: ['only'] }],
      },
      multiSelect: {
        type: 'CheckBoxGroup',
        set: { ...PICTURES, multiSelect: true },
        right: [
          read(['bolt', 'nut'], { en: 'Bolt, nut', de: 'Schraube, nut' }),
          read(['nut'], 'nut'),
        ],
        wrong: [{ value: 'bolt' }, { value: ['bolt', 'bolt'] }],
      },
    },
    conditions: {
      equal: { with: 'bolt', shown: ['bolt'], hidden: ['nut', undefined] },
      notEqual: { with: 'bolt', shown: ['nut'], hidden: ['bolt'] },
      notEmpty: { shown: ['nut'], hidden: [undefined] },
      empty: { shown: [undefined], hidden: ['nut'] },
    },
  },
  ranking: {
    type: 'CheckBoxGroup',
    member: 'value',
    by: 'rank',
    always: CHOICES,
    right: [RANKED, read(['red', 'g', '007', 'çà'], 'red, Green (moss), Bond, Ça va')],
    wrong: [
      { value: 'red' },
      { value: ['purple'] },
      { value: ['red', 'red', 'g', '007'] },
      { value: true },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      choices: {
        set: { choices: ['only', 'other'] },
        right: [read(['other', 'only'], 'other, only')],
        wrong: [{ value: ['red', 'only'] }],
      },
    },
    conditions: {
      notEmpty: { shown: [RANKED.value], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [RANKED.value] },
    },
  },
  slider: {
    type: 'Number',
    member: 'value',
    by: 'slide',
    right: [at(0), at(50), at(100), at(7)],
    wrong: [
      { value: -1 },
      { value: 101 },
      { value: 2.5 },
      { value: '5' },
      { value: true },
      { value: [5] },
    ],
    properties: {
      isRequired: ASKED,
      description: DESCRIBED,
      unit: { set: { unit: '%' }, right: [at(40, '40 %'), at(0, '0 %')], shows: '%' },
      min: { set: { min: 20 }, right: [at(20), at(60)], wrong: [{ value: 19 }] },
      max: { set: { max: 10 }, right: [at(10), at(5)], wrong: [{ value: 11 }] },
      step: {
        set: { min: 0, max: 1, step: 0.25 },
        right: [at(0.25, '0.25', '0,25'), at(1)],
        wrong: [{ value: 0.3 }],
      },
      minErrorText: {
        set: { min: 2, minErrorText: 'Two at least, see the plate' },
        right: [at(2), at(3)],
        wrong: [{ value: 1, told: 'Two at least, see the plate' }],
      },
      maxErrorText: {
        set: { max: 10, maxErrorText: 'Ten at most, see the plate' },
        right: [at(10), at(9)],
        wrong: [{ value: 11, told: 'Ten at most, see the plate' }],
      },
      defaultValue: { set: { defaultValue: 30 }, filled: at(30) },
    },
    conditions: {
      equal: { with: 5, shown: [5], hidden: [6, undefined] },
      notEqual: { with: 5, shown: [6, 0], hidden: [5] },
      greater: { with: 9, shown: [10], hidden: [9, undefined] },
      less: { with: 10, shown: [9, 0], hidden: [10] },
      greaterOrEqual: { with: 10, shown: [10, 11], hidden: [9, undefined] },
      lessOrEqual: { with: 10, shown: [10, 9], hidden: [11] },
      notEmpty: { shown: [0, 1], hidden: [undefined] },
      empty: { shown: [undefined], hidden: [0, 1] },
    },
  },
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
