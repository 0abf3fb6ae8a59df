// A condition as somebody types it: the input of each value, and what the typed texts become.
import type { AnswerField } from '#answer-tables/app-types.ts';
import { isRelative } from '#kernel/relative-days.ts';
import { type Condition, type Operator, valuesOf } from './conditions.ts';

export type InputType = 'choice' | 'text' | 'number' | 'date' | 'time';

/** The texts that were typed, and the type of the inputs that they were typed into. */
export interface TypedValues {
  readonly type: InputType;
  readonly texts: readonly string[];
}

/** Returns the type of the inputs for the values that an operator compares answers with. */
export function inputTypeOf(kind: AnswerField['kind'], op: Operator): InputType {
  if (kind === 'choice') return kind;
  if (op === 'last') return 'number';
  if (kind === 'date' || kind === 'time') return kind;
  if (kind === 'number' || kind === 'rows') return 'number';
  return kind === 'any' && op !== 'contains' ? 'number' : 'text';
}

/**
 * Returns one text for each value that the operator needs; empty where nothing was typed yet. Texts of another type are
 * left out: an input for numbers would show nothing for "abc", and the condition would compare with no number.
 */
export function textsFor(
  { kind, choices }: Pick<AnswerField, 'kind' | 'choices'>,
  op: Operator,
  typed: TypedValues | undefined,
): readonly string[] {
  const texts = typed?.type === inputTypeOf(kind, op) ? typed.texts : [];
  // A list of choices shows its first one from the start.
  const start = kind === 'choice' ? (choices[0]?.value ?? '') : '';
  // A word such as `last-week` is several days, which a span can't begin or end with.
  const known = op === 'between' ? texts.map((text) => (isRelative(text) ? '' : text)) : texts;
  return Array.from({ length: valuesOf(op) }, (_, i) => known[i] ?? start);
}

/** Returns the condition that the texts stand for. */
export function conditionOf(
  { id, kind }: Pick<AnswerField, 'id' | 'kind'>,
  op: Operator,
  texts: readonly string[],
): Condition {
  const isNumber = inputTypeOf(kind, op) === 'number';
  const values = texts.map((text) => (isNumber ? Number(text) : text.trim()));
  const [first] = values;
  if (first === undefined) return { field: id, op };
  const isList = op === 'between' || op === 'any' || op === 'none';
  return { field: id, op, value: isList ? values : first };
}
