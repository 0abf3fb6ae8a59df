// Which comparisons work for the answers of each kind of field, and with what: tried out in the real engine by the tests.
import { OPERATORS, type Operator } from './conditions.ts';
import type { Field } from './definition.ts';
import { type Kind, kindOf } from './kinds.ts';

const ANSWERED = ['notEmpty', 'empty'] as const;
const SAME = ['equal', 'notEqual'] as const;
const WITHIN = ['contains', 'notContains'] as const;
const SIZE = ['greater', 'less', 'greaterOrEqual', 'lessOrEqual'] as const;

const TEXT: readonly Operator[] = [...SAME, ...WITHIN, ...ANSWERED];
const ORDERED: readonly Operator[] = [...SAME, ...SIZE, ...ANSWERED];
const CHOSEN: readonly Operator[] = [...SAME, ...ANSWERED];

/**
 * The first is what a new condition starts with. Several choices are a list, which equals no single one: "is" would
 * never hold, and "is not" always. Tables and sections have no answer of their own to compare.
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
  photo: ANSWERED,
  file: ANSWERED,
  signaturepad: ANSWERED,
  panel: [],
  matrixdynamic: [],
  paneldynamic: [],
};

/** Those of the kind; of a kind that the builder has no name for, or of a field that is not there, all of them. */
export function operatorsOf(field: Field | undefined): readonly Operator[] {
  const kind = field && kindOf(field);
  return kind === undefined ? OPERATORS : OPERATORS_OF[kind];
}
