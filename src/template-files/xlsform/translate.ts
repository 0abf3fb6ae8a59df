// Writes expressions of an XLSForm in the language of the forms engine.
import { compare, isComparison } from './compare.ts';
import { FUNCTIONS } from './functions.ts';
import { type Expression, type Operator, PRECEDENCE } from './parse-expression.ts';
import {
  always,
  atom,
  condition,
  constantOf,
  emptiness,
  quote,
  type Scope,
  targetOf,
  Untranslatable,
  type ValueType,
  type Writing,
  type Written,
  within,
} from './written.ts';

/** The longest expression that a definition may have, in characters. */
const MAX_LENGTH = 4000;

/** Writes an expression that is a value. @throws Untranslatable */
export const translate = (expression: Expression, scope: Scope): string =>
  writingIn(scope).write(expression).text;

/** Writes an expression that is a condition; `true` or `false` when it depends on no answer. @throws Untranslatable */
export const translateCondition = (expression: Expression, scope: Scope): string =>
  writingIn(scope).condition(expression).text;

/** Returns what an expression results in. @throws Untranslatable */
export const resultOf = (expression: Expression, scope: Scope): ValueType =>
  writingIn(scope).write(expression).type;

function writingIn(scope: Scope): Writing {
  const writing: Writing = {
    scope,
    write: (each) => bounded(writeAny(each, writing)),
    condition: (each) => bounded(asCondition(writing.write(each))),
    compare: (operator, left, right) => bounded(compare({ operator, left, right }, writing)),
  };
  return writing;
}

/** Functions may repeat their arguments, so that the length of what they write has a limit. */
function bounded(written: Written): Written {
  if (written.text.length > MAX_LENGTH) throw new Untranslatable('tooLong', String(MAX_LENGTH));
  return written;
}

function writeAny(expression: Expression, writing: Writing): Written {
  const { scope } = writing;
  switch (expression.kind) {
    case 'number':
      return atom(String(expression.value), 'number', true);
    case 'text':
      return atom(quote(expression.value), 'text', true);
    case 'field':
    case 'self':
      return answer(expression, scope);
    case 'column':
      // A path to nothing, with which authors write that there is no value.
      if (scope.columns === undefined && expression.name === 'null') return atom("''", 'text');
      if (scope.columns === undefined) throw new Untranslatable('unknownName', expression.name);
      return atom(quote(scope.columns(expression.name)), 'text', true);
    case 'minus':
      return arithmetic('-', { kind: 'number', value: 0 }, expression.of, writing);
    case 'call': {
      const written = FUNCTIONS.get(expression.name)?.(expression.args, writing);
      if (written === undefined)
        throw new Untranslatable('unknownFunction', `${expression.name}()`);
      return written;
    }
    case 'binary': {
      const { operator, left, right } = expression;
      if (operator === 'and' || operator === 'or') return logic(operator, left, right, writing);
      if (isComparison(operator)) return compare({ operator, left, right }, writing);
      return arithmetic(operator, left, right, writing);
    }
  }
}

function answer(expression: Expression, scope: Scope): Written {
  const target = targetOf(expression, scope);
  if (target === undefined) throw new Untranslatable('unknownName', '.');
  if (target.list !== undefined || target.type === 'entries') {
    throw new Untranslatable('repeatedName', nameIn(expression));
  }
  const isSure = expression.kind === 'self' || !target.spelled.startsWith('{');
  return atom(target.spelled, target.type, isSure);
}

const nameIn = (expression: Expression): string =>
  expression.kind === 'field' ? expression.name : '.';

/** Writes a value as a truth value, as `boolean()` of XPath 1.0 does (section 4.3). */
function asCondition(written: Written): Written {
  const { type, text, isSure } = written;
  if (type === 'boolean') return written;
  // Only numbers and texts in the expression itself have no other form.
  if (isSure && /^-?[\d.]+$/.test(text)) return always(Number(text) !== 0);
  if (isSure && /^'/.test(text)) return always(text !== "''");
  return type === 'number' || type === 'other'
    ? condition(`isTrue(${text})`, 9)
    : emptiness(written, false);
}

/** Writes `and` and `or` without the parts that depend on no answer. */
function logic(
  operator: 'and' | 'or',
  left: Expression,
  right: Expression,
  writing: Writing,
): Written {
  const [a, b] = [writing.condition(left), writing.condition(right)];
  const decides = operator === 'or';
  const [first, second] = [constantOf(a), constantOf(b)];
  if (first === decides || second === decides) return always(decides);
  if (first !== undefined) return b;
  if (second !== undefined) return a;
  const precedence = PRECEDENCE[operator];
  return condition(`${within(a, precedence)} ${operator} ${within(b, precedence)}`, precedence);
}

type Arithmetic = Exclude<Operator, 'and' | 'or' | '=' | '!=' | '<' | '<=' | '>' | '>='>;

/** Each operator with that of the engine, and the function for sides that may have no value: the engine takes 0. */
const ARITHMETIC = {
  '+': ['+', 'add'],
  '-': ['-', 'subtract'],
  '*': ['*', 'multiply'],
  div: ['/', 'divide'],
  mod: ['%', 'remainder'],
} as const;

function arithmetic(
  operator: Arithmetic,
  left: Expression,
  right: Expression,
  writing: Writing,
): Written {
  const [a, b] = [writing.write(left), writing.write(right)];
  if (a.type === 'date' || b.type === 'date') return ofDates(operator, a, b);
  const [spelled, called] = ARITHMETIC[operator];
  const areNumbers = [a, b].every(({ type, isSure }) => type === 'number' && isSure);
  // Nothing can be divided by 0, so that a quotient is sure only with a constant below.
  const isSafe = (operator !== 'div' && operator !== 'mod') || /^-?[1-9]/.test(b.text);
  if (!areNumbers || !isSafe) return atom(`${called}(${a.text}, ${b.text})`, 'number');
  const precedence = PRECEDENCE[operator];
  const text = `${within(a, precedence)} ${spelled} ${within(b, precedence + 1)}`;
  return { text, precedence, type: 'number', isSure: true };
}

/** Days between two dates, or a date some days away. */
function ofDates(operator: Arithmetic, a: Written, b: Written): Written {
  if (operator === '-' && a.type === 'date' && b.type === 'date') {
    return atom(`daysBetween(${b.text}, ${a.text})`, 'number');
  }
  if (operator === '+' && b.type === 'date' && a.type !== 'date') return daysAfter(b, a.text);
  if (operator === '+' && b.type !== 'date') return daysAfter(a, b.text);
  if (operator !== '-' || b.type === 'date') throw new Untranslatable('dateNumber', '');
  return daysAfter(a, /^\d[\d.]*$/.test(b.text) ? `-${b.text}` : `subtract(0, ${b.text})`);
}

const daysAfter = (date: Written, days: string): Written =>
  atom(`addDays(${date.text}, ${days})`, 'date');
