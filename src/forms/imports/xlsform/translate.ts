// Writes expressions of an XLSForm in the language of the forms engine.
import { FUNCTIONS } from './functions.ts';
import { type Expression, type Operator, PRECEDENCE } from './parse-expression.ts';
import {
  atom,
  COMPARISON,
  quote,
  type Scope,
  targetOf,
  Untranslatable,
  type Written,
  within,
} from './written.ts';

/** The longest expression that a definition may have, in characters. */
const MAX_LENGTH = 4000;

/** Writes an expression. @throws Untranslatable */
export const translate = (expression: Expression, scope: Scope): string =>
  write(expression, scope).text;

/** Writes an expression. Functions may repeat their arguments, so that its length has a limit. */
function write(expression: Expression, scope: Scope): Written {
  const written = writeAny(expression, scope);
  if (written.text.length > MAX_LENGTH) throw new Untranslatable('tooLong', String(MAX_LENGTH));
  return written;
}

function writeAny(expression: Expression, scope: Scope): Written {
  switch (expression.kind) {
    case 'number':
      return atom(String(expression.value));
    case 'text':
      return atom(quote(expression.value));
    case 'field':
    case 'self': {
      const target = targetOf(expression, scope);
      if (target === undefined) throw new Untranslatable('unknownName', '.');
      if (target.list !== undefined) throw new Untranslatable('repeatedName', nameIn(expression));
      return atom(target.spelled, target.type === 'date');
    }
    case 'column':
      if (scope.columns === undefined) throw new Untranslatable('unknownName', expression.name);
      return atom(quote(scope.columns(expression.name)));
    case 'minus':
      return { text: `0 - ${within(write(expression.of, scope), 6)}`, precedence: 5 };
    case 'call':
      return call(expression.name, expression.args, scope);
    case 'binary':
      return binary(expression, scope);
  }
}

const nameIn = (expression: Expression): string =>
  expression.kind === 'field' ? expression.name : '.';

function call(name: string, args: readonly Expression[], scope: Scope): Written {
  const writing = { scope, write: (arg: Expression) => write(arg, scope) };
  const written = FUNCTIONS.get(name)?.(args, writing);
  if (written === undefined) throw new Untranslatable('unknownFunction', `${name}()`);
  return written;
}

type Binary = Expression & { readonly kind: 'binary' };

const SPELLED: Readonly<Partial<Record<Operator, string>>> = { div: '/', mod: '%' };

function binary(expression: Binary, scope: Scope): Written {
  const { operator, left, right } = expression;
  const precedence = PRECEDENCE[operator];
  if (operator === '=' || operator === '!=') {
    const special =
      equality(left, right, operator === '=', scope) ??
      equality(right, left, operator === '=', scope);
    if (special !== undefined) return { text: special, precedence: COMPARISON };
  }
  // With the field first, so that the form builder can show the condition.
  const mirrored = MIRRORED[operator];
  if (mirrored !== undefined && isConstant(left) && !isConstant(right)) {
    return binary({ kind: 'binary', operator: mirrored, left: right, right: left }, scope);
  }
  const [a, b] = [write(left, scope), write(right, scope)];
  if ((operator === '+' || operator === '-') && a.isDate === true) {
    return dateSum(a, b, operator);
  }
  const isLogic = precedence <= PRECEDENCE.and;
  const least = isLogic ? precedence : precedence + 1;
  const spelled = SPELLED[operator] ?? operator;
  // Comparisons are not chained, so that nobody has to know how the engine would read them.
  const sides = [within(a, precedence), within(b, least)] as const;
  return { text: `${sides[0]} ${spelled} ${sides[1]}`, precedence };
}

/** Comparisons, as they read from the other side. */
const MIRRORED: Readonly<Partial<Record<Operator, Operator>>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const isConstant = ({ kind }: Expression): boolean =>
  kind === 'text' || kind === 'number' || kind === 'column';

/** Days between two dates, or a date some days away. */
function dateSum(a: Written, b: Written, operator: '+' | '-'): Written {
  if (operator === '-' && b.isDate === true) return atom(`dateDiff(${b.text}, ${a.text}, 'days')`);
  const days = operator === '+' ? b.text : `0 - ${within(b, 6)}`;
  return atom(`dateAdd(${a.text}, ${days}, 'days')`, true);
}

/** Comparisons that the engine has words for: with nothing, and of several choices with one. */
function equality(
  side: Expression,
  other: Expression,
  isSame: boolean,
  scope: Scope,
): string | undefined {
  const target = targetOf(side, scope);
  if (target === undefined || target.list !== undefined) return undefined;
  const text = other.kind === 'column' ? scope.columns?.(other.name) : literal(other);
  if (text === '') return `${target.spelled} ${isSame ? 'empty' : 'notempty'}`;
  if (target.type !== 'choices' || text === undefined) return undefined;
  return `${target.spelled} ${isSame ? 'contains' : 'notcontains'} ${quote(text)}`;
}

const literal = (expression: Expression): string | undefined =>
  expression.kind === 'text' ? expression.value : undefined;
