// The comparisons that work for the answers of each kind of field. The tests try them in the real engine.
import { OPERATORS, type Operator } from './conditions.ts';
import type { Field } from './definition.ts';
import { holdsList, type Kind, kindOf } from './kinds.ts';

const ANSWERED = ['notEmpty', 'empty'] as const;
const SAME = ['equal', 'notEqual'] as const;
const WITHIN = ['contains', 'notContains'] as const;
const SIZE = ['greater', 'less', 'greaterOrEqual', 'lessOrEqual'] as const;

const TEXT: readonly Operator[] = [...SAME, ...WITHIN, ...ANSWERED];
const ORDERED: readonly Operator[] = [...SAME, ...SIZE, ...ANSWERED];
const CHOSEN: readonly Operator[] = [...SAME, ...ANSWERED];

/**
 * A new condition starts with the first operator. The answer to checkboxes is a list, which equals no single value:
 * "is" would never be true, and "is not" always. Tables and sections have no answer of their own to compare.
 */
export const OPERATORS_OF: Readonly<Record<Kind, readonly Operator[]>> = {
  text: TEXT,
  comment: TEXT,
  email: TEXT,
  tel: TEXT,
  url: TEXT,
  number: ORDERED,
  date: ORDERED,
  time: ORDERED,
  'datetime-local': ORDERED,
  rating: ORDERED,
  expression: ORDERED,
  boolean: ['equal', ...ANSWERED],
  radiogroup: CHOSEN,
  dropdown: CHOSEN,
  checkbox: [...WITHIN, ...ANSWERED],
  imagepicker: CHOSEN,
  ranking: ANSWERED,
  slider: ORDERED,
  sharedlist: CHOSEN,
  person: [...SAME, 'anyOf', ...ANSWERED],
  photo: ANSWERED,
  file: ANSWERED,
  signaturepad: ANSWERED,
  sketch: ANSWERED,
  location: ANSWERED,
  barcode: TEXT,
  panel: [],
  heading: [],
  instructions: [],
  matrixdynamic: [],
  matrixdropdown: [],
  matrix: [],
  paneldynamic: [],
};

/**
 * Returns the operators of a field's kind; all of them for a kind that the builder has no name for, or without a field.
 */
export function operatorsOf(field: Field | undefined): readonly Operator[] {
  const kind = field && kindOf(field);
  if (field !== undefined && kind === 'imagepicker' && holdsList(field)) {
    return OPERATORS_OF.checkbox;
  }
  // Several values can only be chosen where it is known what there is to choose from.
  return kind === undefined ? OPERATORS.filter((each) => each !== 'anyOf') : OPERATORS_OF[kind];
}
