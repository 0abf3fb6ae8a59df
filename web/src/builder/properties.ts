// The properties of each kind of field, as data: the builder makes its inputs and its search of it, and the tests read
// it.
import { countLimits } from '#forms/definition/limits.ts';
import type { ColumnKind, Kind } from './kinds.ts';

/** The input that sets a property. `choice` selects one of the field's own choices. */
export type Control =
  | 'text'
  | 'longText'
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
  /** The bounds of a count, both included. */
  readonly min?: number;
  readonly max?: number;
}

export type PropertyName =
  | 'placeholder'
  | 'defaultValue'
  | 'maxLength'
  | 'rows'
  | 'min'
  | 'max'
  | 'labelTrue'
  | 'labelFalse'
  | 'rateMax'
  | 'minRateDescription'
  | 'maxRateDescription'
  | 'allowMultiple'
  | 'minRowCount'
  | 'maxRowCount'
  | 'addRowText'
  | 'minPanelCount'
  | 'maxPanelCount'
  | 'templateTitle'
  | 'addPanelText';

const property = (name: PropertyName, control: Control): Property => ({ name, control });

const count = (name: PropertyName, least: number, most = Number.POSITIVE_INFINITY): Property => {
  const { min, max } = countLimits(name);
  return { name, control: 'count', min: Math.max(least, min), max: Math.min(most, max) };
};

const TYPED = [
  property('placeholder', 'text'),
  property('defaultValue', 'text'),
  count('maxLength', 1),
];

/** The properties that only some kinds have, in the order in which the screen shows them. */
export const PROPERTIES_OF: Readonly<Record<Kind, readonly Property[]>> = {
  text: TYPED,
  email: TYPED,
  tel: TYPED,
  url: TYPED,
  comment: [
    property('placeholder', 'text'),
    property('defaultValue', 'longText'),
    count('rows', 1, 50),
    count('maxLength', 1),
  ],
  number: [
    property('min', 'number'),
    property('max', 'number'),
    property('defaultValue', 'number'),
  ],
  date: [property('min', 'date'), property('max', 'date'), property('defaultValue', 'date')],
  time: [property('defaultValue', 'time')],
  'datetime-local': [property('defaultValue', 'dateTime')],
  boolean: [
    property('labelTrue', 'text'),
    property('labelFalse', 'text'),
    property('defaultValue', 'yesNo'),
  ],
  radiogroup: [property('defaultValue', 'choice')],
  dropdown: [property('placeholder', 'text'), property('defaultValue', 'choice')],
  checkbox: [property('defaultValue', 'choices')],
  rating: [
    count('rateMax', 2, 20),
    property('minRateDescription', 'text'),
    property('maxRateDescription', 'text'),
    property('defaultValue', 'step'),
  ],
  photo: [property('allowMultiple', 'switch')],
  file: [property('allowMultiple', 'switch')],
  signaturepad: [],
  panel: [],
  matrixdynamic: [count('minRowCount', 0), count('maxRowCount', 1), property('addRowText', 'text')],
  paneldynamic: [
    count('minPanelCount', 0),
    count('maxPanelCount', 1),
    property('templateTitle', 'entryTitle'),
    property('addPanelText', 'text'),
  ],
  expression: [],
};

export type MainProperty =
  | 'title'
  | 'description'
  | 'isRequired'
  | 'choices'
  | 'columns'
  | 'expression'
  | 'displayStyle'
  | 'visibleIf'
  | 'name';

/** Returns the properties that are shown first, before the others are unfolded. */
export function mainPropertiesOf(kind: Kind): readonly MainProperty[] {
  const isAnswered = kind !== 'panel' && kind !== 'expression';
  return [
    'title',
    'description',
    ...(isAnswered ? ['isRequired' as const] : []),
    ...(isChosen(kind) ? ['choices' as const] : []),
    ...(kind === 'matrixdynamic' ? ['columns' as const] : []),
    ...(kind === 'expression' ? ['expression' as const, 'displayStyle' as const] : []),
    'visibleIf',
    'name',
  ];
}

export type ColumnProperty = 'title' | 'isRequired' | 'choices' | 'expression';

export const columnPropertiesOf = (kind: ColumnKind): readonly ColumnProperty[] => [
  'title',
  'isRequired',
  ...(isChosen(kind) ? ['choices' as const] : []),
  ...(kind === 'expression' ? ['expression' as const] : []),
];

const isChosen = (kind: Kind | ColumnKind): boolean =>
  kind === 'radiogroup' || kind === 'dropdown' || kind === 'checkbox';
