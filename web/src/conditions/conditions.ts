// The conditions on answers in the address of a page: a JSON list, as the API takes it.
import type { AnswerField } from '#answer-tables/app-types.ts';

type Value = string | number;

export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value?: Value | readonly Value[];
}

const OPERATORS = {
  text: ['contains', 'starts', 'equals'],
  file: ['contains'],
  place: [],
  number: ['eq', 'lt', 'gt', 'between'],
  rows: ['eq', 'lt', 'gt', 'between'],
  date: ['on', 'before', 'after', 'between', 'last'],
  time: ['on', 'before', 'after', 'between'],
  choice: ['any', 'none'],
  any: ['eq', 'lt', 'gt', 'between', 'contains'],
} as const satisfies Record<AnswerField['kind'], readonly string[]>;
/** Operators that only charts set, by a click on one of their parts. */
const OF_CHARTS = ['within', 'inside'] as const;
export type Operator =
  | (typeof OPERATORS)[AnswerField['kind']][number]
  | (typeof OF_CHARTS)[number]
  | 'answered'
  | 'blank';

export const operatorsOf = (kind: AnswerField['kind']): readonly Operator[] => [
  ...OPERATORS[kind],
  'answered',
  'blank',
];

/** The number of values that an operator compares with. */
export const valuesOf = (op: Operator): 0 | 1 | 2 =>
  op === 'answered' || op === 'blank' ? 0 : op === 'between' ? 2 : 1;

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(OPERATORS).flat(),
  ...OF_CHARTS,
  'answered',
  'blank',
]);

/** Reads conditions that {@link writeConditions} wrote; none from anything else. */
export function readConditions(text: string | undefined): readonly Condition[] {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isCondition) : [];
  } catch {
    return [];
  }
}

export const writeConditions = (list: readonly Condition[]): string | undefined =>
  list.length === 0 ? undefined : JSON.stringify(list);

function isCondition(value: unknown): value is Condition {
  if (typeof value !== 'object' || value === null) return false;
  if (!('field' in value) || typeof value.field !== 'string') return false;
  if (!('op' in value) || typeof value.op !== 'string' || !KNOWN.has(value.op)) return false;
  if (!('value' in value)) return true;
  return Array.isArray(value.value) ? value.value.every(isPlain) : isPlain(value.value);
}

const isPlain = (value: unknown): value is Value =>
  typeof value === 'string' || typeof value === 'number';

/** Returns the values of a condition as a list. */
export const listOf = ({ value }: Condition): readonly Value[] =>
  value === undefined ? [] : typeof value === 'object' ? value : [value];
