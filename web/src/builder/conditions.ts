// "Show when": rows of field, operator and value, and the SurveyJS expression that they compile to.

export const OPERATORS = [
  'equal',
  'notEqual',
  'anyOf',
  'greater',
  'less',
  'greaterOrEqual',
  'lessOrEqual',
  'contains',
  'notContains',
  'notEmpty',
  'empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

export type ConditionValue = string | number | boolean;
/** What a row compares with: one value, or several texts for `anyOf`. */
export type Compared = ConditionValue | readonly string[];

export interface ConditionRow {
  /** The name as expressions write it: `site`, `panel.kind`. */
  readonly field: string;
  readonly operator: Operator;
  /** Undefined for operators that compare with nothing. */
  readonly value?: Compared;
}

export interface Conditions {
  readonly mode: 'all' | 'any';
  readonly rows: readonly ConditionRow[];
}

export const needsValue = (operator: Operator): boolean =>
  operator !== 'empty' && operator !== 'notEmpty';

export const isSeveral = (value: Compared | undefined): value is readonly string[] =>
  typeof value === 'object';

/** Returns whether the author of a row has not chosen yet what it compares with. */
export const lacksValue = ({
  operator,
  value,
}: Pick<ConditionRow, 'operator' | 'value'>): boolean =>
  needsValue(operator) && (isSeveral(value) ? value.length === 0 : value === '');

const SPELLINGS: Readonly<Record<Operator, readonly [string, ...string[]]>> = {
  equal: ['=', '==', 'equal'],
  notEqual: ['<>', '!=', 'notequal'],
  anyOf: ['anyof'],
  greater: ['>', 'greater'],
  less: ['<', 'less'],
  greaterOrEqual: ['>=', 'greaterorequal'],
  lessOrEqual: ['<=', 'lessorequal'],
  contains: ['contains', 'contain'],
  notContains: ['notcontains', 'notcontain'],
  notEmpty: ['notempty'],
  empty: ['empty'],
};

const OPERATOR_OF: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.flatMap((operator) => SPELLINGS[operator].map((text) => [text, operator] as const)),
);

/**
 * Marks a name in an expression so that the engine compares the answer as text. Without it the engine reads digits as a
 * number, and 007 as 7.
 */
const AS_TEXT = '#';

/** Returns the expression of the rows; undefined when there is no row. */
export function compile({ mode, rows }: Conditions): string | undefined {
  const parts = rows.map(({ field, operator, value }) => {
    const spelled = SPELLINGS[operator][0];
    if (!needsValue(operator)) return `{${field}} ${spelled}`;
    const mark = typeof value === 'string' || isSeveral(value) ? AS_TEXT : '';
    return `{${mark}${field}} ${spelled} ${operand(value ?? '')}`;
  });
  return parts.length === 0 ? undefined : parts.join(mode === 'all' ? ' and ' : ' or ');
}

/** An empty list is no expression of the engine. */
const operand = (value: Compared): string =>
  isSeveral(value)
    ? `[${(value.length === 0 ? [''] : value).map(literal).join(', ')}]`
    : literal(value);

// The engine reads a backslash as an escape only before a quote, and cannot express a real backslash there or at the
// end of the text: those are left out.
export function literal(value: ConditionValue): string {
  if (typeof value !== 'string') return String(value);
  const text = value.replaceAll(/\\+(?=['"]|$)/g, '');
  return `'${text.replaceAll(/['"]/g, '\\$&')}'`;
}

const FIELD = /\{\s*#?([^{}]+)\}/y;
const WORD = /(?:<=|>=|<>|!=|==|&&|\|\||[=<>]|[a-z]+)/iy;
const TEXT = /'((?:[^'\\]|\\['"]|\\(?!['"]))*)'|"((?:[^"\\]|\\['"]|\\(?!['"]))*)"/y;
const NUMBER = /-?\d+(?:\.\d+)?(?![\w.])/y;
const SPACE = /\s*/y;
const [OPEN, COMMA, CLOSE] = [/\[/y, /,/y, /\]/y];

type Take = (pattern: RegExp) => RegExpExecArray | undefined;

/** Returns the rows that an expression stands for; undefined for an expression that rows cannot express. */
export function parse(expression: string): Conditions | undefined {
  let index = 0;
  const take: Take = (pattern) => {
    for (const each of [SPACE, pattern]) {
      each.lastIndex = index;
      const found = each.exec(expression);
      if (found === null) return undefined;
      index = each.lastIndex;
      if (each === pattern) return found;
    }
    return undefined;
  };
  const rows: ConditionRow[] = [];
  const joins = new Set<string>();
  for (;;) {
    const row = takeRow(take);
    if (row === undefined) return undefined;
    rows.push(row);
    if (expression.slice(index).trim() === '') break;
    const join = JOINS.get(take(WORD)?.[0].toLowerCase() ?? '');
    if (join === undefined) return undefined;
    joins.add(join);
  }
  if (joins.size > 1) return undefined;
  return { mode: joins.has('any') ? 'any' : 'all', rows };
}

const JOINS: ReadonlyMap<string, 'all' | 'any'> = new Map([
  ['and', 'all'],
  ['&&', 'all'],
  ['or', 'any'],
  ['||', 'any'],
]);

function takeRow(take: Take): ConditionRow | undefined {
  const field = take(FIELD)?.[1]?.trim();
  const operator = OPERATOR_OF.get(take(WORD)?.[0].toLowerCase() ?? '');
  if (field === undefined || field === '' || operator === undefined) return undefined;
  if (!needsValue(operator)) return { field, operator };
  const value = operator === 'anyOf' ? takeTexts(take) : takeValue(take);
  return value === undefined ? undefined : { field, operator, value };
}

function takeTexts(take: Take): readonly string[] | undefined {
  if (take(OPEN) === undefined) return undefined;
  const texts: string[] = [];
  for (;;) {
    const text = takeText(take);
    if (text === undefined) return undefined;
    if (text !== '') texts.push(text);
    if (take(CLOSE) !== undefined) return texts;
    if (take(COMMA) === undefined) return undefined;
  }
}

function takeText(take: Take): string | undefined {
  const text = take(TEXT);
  return text && (text[1] ?? text[2] ?? '').replaceAll(/\\(['"])/g, '$1');
}

function takeValue(take: Take): ConditionValue | undefined {
  const text = takeText(take);
  if (text !== undefined) return text;
  const number = take(NUMBER);
  if (number !== undefined) return Number(number[0]);
  const word = take(WORD)?.[0].toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}
