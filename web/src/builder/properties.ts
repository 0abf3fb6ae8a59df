// The properties of each kind of field, as data: the builder makes its inputs and its search of it, and the tests read
// it.
import { MAX_MASK_LENGTH } from '#questionnaires/answers/text-pattern.ts';
import {
  countLimits,
  MAX_MESSAGE_LENGTH,
  MAX_UNIT_LENGTH,
} from '#questionnaires/definition/limits.ts';
import { isTable } from './definition.ts';
import { type ColumnKind, hasChoices, isStaticKind, type Kind } from './kinds.ts';

/** The input that sets a property. `choice` selects one of the field's own choices. */
export type Control =
  | 'text'
  | 'longText'
  | 'shortText'
  | 'preset'
  | 'mask'
  | 'entryTitle'
  | 'count'
  | 'number'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'switch'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'step';

export interface Property {
  readonly name: PropertyName;
  readonly control: Control;
  /** The bounds of a count, both included; `max` is the most characters of a short text. */
  readonly min?: number;
  readonly max?: number;
  /** Shown only while one of these properties is set; left out for a property that is always shown. */
  readonly needs?: readonly string[];
}

export type PropertyName =
  | MessageName
  | 'searchable'
  | 'unit'
  | 'decimals'
  | 'preset'
  | 'mask'
  | 'placeholder'
  | 'defaultValue'
  | 'maxLength'
  | 'rows'
  | 'min'
  | 'max'
  | 'labelTrue'
  | 'labelFalse'
  | 'rateMax'
  | 'step'
  | 'multiSelect'
  | 'hideWhileFilling'
  | 'minRateDescription'
  | 'maxRateDescription'
  | 'allowMultiple'
  | 'maxAccuracy'
  | 'eachRowRequired'
  | 'minRowCount'
  | 'maxRowCount'
  | 'addRowText'
  | 'minPanelCount'
  | 'maxPanelCount'
  | 'templateTitle'
  | 'addPanelText';

/** The author's own messages, each for one rule. */
export type MessageName =
  | 'requiredErrorText'
  | 'minErrorText'
  | 'maxErrorText'
  | 'decimalsErrorText'
  | 'patternErrorText';

const property = (name: PropertyName, control: Control): Property => ({ name, control });

const count = (name: PropertyName, least: number, most = Number.POSITIVE_INFINITY): Property => {
  const { min, max } = countLimits(name);
  return { name, control: 'count', min: Math.max(least, min), max: Math.min(most, max) };
};

const shortText = (name: PropertyName, max: number): Property => ({
  name,
  control: 'shortText',
  max,
});

const message = (name: MessageName, ...needs: readonly string[]): Property => ({
  ...shortText(name, MAX_MESSAGE_LENGTH),
  needs,
});

/** Of fields whose answers are words that people look for. */
const SEARCHABLE = property('searchable', 'switch');
const WHEN_EMPTY = message('requiredErrorText', 'isRequired');
const MASK: readonly Property[] = [
  { name: 'mask', control: 'mask', max: MAX_MASK_LENGTH },
  message('patternErrorText', 'preset', 'mask'),
];
const QUANTITY: readonly Property[] = [shortText('unit', MAX_UNIT_LENGTH), count('decimals', 0)];
const OUT_OF_BOUNDS = [message('minErrorText', 'min'), message('maxErrorText', 'max')] as const;

const TYPED = [
  property('placeholder', 'text'),
  property('defaultValue', 'text'),
  count('maxLength', 1),
];

/** The properties that only some kinds have, in the order in which the screen shows them. */
export const PROPERTIES_OF: Readonly<Record<Kind, readonly Property[]>> = {
  text: [...TYPED, property('preset', 'preset'), ...MASK, WHEN_EMPTY, SEARCHABLE],
  email: [...TYPED, WHEN_EMPTY, SEARCHABLE],
  tel: [...TYPED, ...MASK, WHEN_EMPTY, SEARCHABLE],
  url: [...TYPED, WHEN_EMPTY, SEARCHABLE],
  comment: [
    property('placeholder', 'text'),
    property('defaultValue', 'longText'),
    count('rows', 1, 50),
    count('maxLength', 1),
    WHEN_EMPTY,
    SEARCHABLE,
  ],
  number: [
    ...QUANTITY,
    property('min', 'number'),
    property('max', 'number'),
    property('defaultValue', 'number'),
    ...OUT_OF_BOUNDS,
    message('decimalsErrorText', 'decimals'),
    WHEN_EMPTY,
    SEARCHABLE,
  ],
  date: [
    property('min', 'date'),
    property('max', 'date'),
    property('defaultValue', 'date'),
    ...OUT_OF_BOUNDS,
    WHEN_EMPTY,
  ],
  time: [property('defaultValue', 'time'), WHEN_EMPTY],
  'datetime-local': [property('defaultValue', 'dateTime'), WHEN_EMPTY],
  boolean: [
    property('labelTrue', 'text'),
    property('labelFalse', 'text'),
    property('defaultValue', 'yesNo'),
    WHEN_EMPTY,
  ],
  radiogroup: [property('defaultValue', 'choice'), WHEN_EMPTY, SEARCHABLE],
  dropdown: [
    property('placeholder', 'text'),
    property('defaultValue', 'choice'),
    WHEN_EMPTY,
    SEARCHABLE,
  ],
  checkbox: [property('defaultValue', 'choices'), WHEN_EMPTY, SEARCHABLE],
  imagepicker: [property('multiSelect', 'switch'), WHEN_EMPTY, SEARCHABLE],
  ranking: [WHEN_EMPTY],
  slider: [
    shortText('unit', MAX_UNIT_LENGTH),
    property('min', 'number'),
    property('max', 'number'),
    property('step', 'number'),
    property('defaultValue', 'number'),
    ...OUT_OF_BOUNDS,
    WHEN_EMPTY,
  ],
  sharedlist: [property('placeholder', 'text'), WHEN_EMPTY, SEARCHABLE],
  person: [property('placeholder', 'text'), WHEN_EMPTY, SEARCHABLE],
  rating: [
    count('rateMax', 2, 20),
    property('minRateDescription', 'text'),
    property('maxRateDescription', 'text'),
    property('defaultValue', 'step'),
    WHEN_EMPTY,
  ],
  photo: [property('allowMultiple', 'switch'), WHEN_EMPTY],
  file: [property('allowMultiple', 'switch'), WHEN_EMPTY],
  signaturepad: [WHEN_EMPTY],
  sketch: [WHEN_EMPTY],
  location: [count('maxAccuracy', 1), WHEN_EMPTY],
  barcode: [property('placeholder', 'text'), WHEN_EMPTY, SEARCHABLE],
  panel: [],
  heading: [],
  instructions: [],
  matrixdynamic: [
    count('minRowCount', 0),
    count('maxRowCount', 1),
    property('addRowText', 'text'),
    WHEN_EMPTY,
  ],
  matrixdropdown: [WHEN_EMPTY],
  matrix: [property('eachRowRequired', 'switch'), WHEN_EMPTY],
  paneldynamic: [
    count('minPanelCount', 0),
    count('maxPanelCount', 1),
    property('templateTitle', 'entryTitle'),
    property('addPanelText', 'text'),
    WHEN_EMPTY,
  ],
  expression: [...QUANTITY, property('hideWhileFilling', 'switch')],
};

export type MainProperty =
  | 'title'
  | 'description'
  | 'isRequired'
  | 'choices'
  | 'list'
  | 'group'
  | 'rows'
  | 'columns'
  | 'expression'
  | 'displayStyle'
  | 'content'
  | 'picture'
  | 'visibleIf'
  | 'name';

/** Returns the properties that are shown first, before the others are unfolded. */
export function mainPropertiesOf(kind: Kind): readonly MainProperty[] {
  const isAnswered = kind !== 'panel' && kind !== 'expression' && !isStaticKind(kind);
  return [
    'title',
    'description',
    ...(isAnswered ? ['isRequired' as const] : []),
    ...(isChosen(kind) ? ['choices' as const] : []),
    ...(kind === 'sharedlist' ? ['list' as const] : []),
    ...(kind === 'person' ? ['group' as const] : []),
    ...(kind === 'matrixdropdown' || kind === 'matrix' ? ['rows' as const] : []),
    ...(isTable(kind) || kind === 'matrix' ? ['columns' as const] : []),
    ...(kind === 'instructions' ? ['content' as const, 'picture' as const] : []),
    ...(kind === 'expression' ? ['expression' as const, 'displayStyle' as const] : []),
    'visibleIf',
    'name',
  ];
}

export type ColumnProperty =
  | 'title'
  | 'isRequired'
  | 'choices'
  | 'list'
  | 'group'
  | 'expression'
  | 'unit'
  | 'decimals'
  | 'searchable'
  | 'allowMultiple'
  | 'totalType';

export const columnPropertiesOf = (kind: ColumnKind): readonly ColumnProperty[] => [
  'title',
  // Nobody can answer a calculation.
  ...(kind === 'expression' ? [] : ['isRequired' as const]),
  ...(isChosen(kind) ? ['choices' as const] : []),
  ...(kind === 'sharedlist' ? ['list' as const] : []),
  ...(kind === 'person' ? ['group' as const] : []),
  ...(kind === 'expression' ? ['expression' as const] : []),
  ...(isNumeric(kind) ? ['unit' as const, 'decimals' as const] : []),
  ...(isSearchedFor(kind) ? ['searchable' as const] : []),
  ...(isOfFiles(kind) ? ['allowMultiple' as const] : []),
  'totalType',
];

/** Returns whether the cells of a column may be numbers with a unit. */
export const isNumeric = (kind: ColumnKind): boolean => kind === 'number' || kind === 'expression';

const isChosen = (kind: Kind | ColumnKind): boolean => hasChoices(kind);

/** Returns whether the cells of a column hold files. */
export const isOfFiles = (kind: ColumnKind): boolean => kind === 'photo' || kind === 'file';

/** Returns whether people look for what the cells of a column say. */
export const isSearchedFor = (kind: ColumnKind): boolean =>
  kind === 'text' ||
  kind === 'number' ||
  kind === 'comment' ||
  kind === 'sharedlist' ||
  kind === 'person' ||
  isChosen(kind);
