// Comparisons, with the meaning that XPath 1.0 gives them (section 3.4). The engine compares texts without letter case
// and outer blanks, and takes two missing values for equal.
import { fold } from '#kernel/text.ts';
import type { Expression, Operator } from './parse-expression.ts';
import {
  always,
  asAnswered,
  atom,
  COMPARISON,
  condition,
  emptiness,
  quote,
  type Scope,
  type Target,
  targetOf,
  Untranslatable,
  type Writing,
  type Written,
  within,
} from './written.ts';

type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export const isComparison = (operator: Operator): operator is Comparator =>
  Object.hasOwn(MIRRORED, operator);

export interface Comparison {
  readonly operator: Comparator;
  readonly left: Expression;
  readonly right: Expression;
}

/** Comparisons, as they read from the other side. */
const MIRRORED: Readonly<Record<Comparator, Comparator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Writes a comparison. @throws Untranslatable */
export function compare({ operator, left, right }: Comparison, writing: Writing): Written {
  // With the field first, so that the form builder can show the condition.
  if (
    literalOf(left, writing.scope) !== undefined &&
    literalOf(right, writing.scope) === undefined
  ) {
    return compare({ operator: MIRRORED[operator], left: right, right: left }, writing);
  }
  if (operator === '=' || operator === '!=') return equality(operator, left, right, writing);
  return order(operator, left, right, writing);
}

/** Returns the text or number of a constant; undefined for everything else. */
function literalOf(expression: Expression, scope: Scope): string | number | undefined {
  switch (expression.kind) {
    case 'text':
    case 'number':
      return expression.value;
    case 'column':
      return scope.columns?.(expression.name);
    default:
      return undefined;
  }
}

function equality(
  operator: '=' | '!=',
  left: Expression,
  right: Expression,
  writing: Writing,
): Written {
  const { scope } = writing;
  const isSame = operator === '=';
  const [constant, literal] = [literalOf(left, scope), literalOf(right, scope)];
  if (literal !== undefined && constant !== undefined) {
    return always((literal === constant || sameNumber(literal, constant)) === isSame);
  }
  const target = targetOf(left, scope);
  const isNumber = literal === 'NaN' && writing.write(left).type === 'number';
  // A result that is not a number is no value here.
  if (literal === '' || isNumber) {
    const side = target?.type === 'entries' ? { text: target.spelled } : writing.write(left);
    return emptiness(side, isSame);
  }
  const chosen = withChoice(target, { literal, isSame, isOwn: right.kind !== 'column', scope });
  if (chosen !== undefined) return chosen;
  const a = writing.write(left);
  const b = clockOf(a, writing.write(right), literal);
  return isNative(a, b) ? plain(operator, a, b) : exactly(isSame, a, b);
}

/** Compares texts with their letter case and blanks, which the operators of the engine don't. */
const exactly = (isSame: boolean, a: Written, b: Written): Written =>
  condition(`${isSame ? '' : '!'}isSame(${asAnswered(a)}, ${asAnswered(b)})`);

const sameNumber = (a: string | number, b: string | number): boolean =>
  (typeof a === 'number' || typeof b === 'number') &&
  String(a).trim() !== '' &&
  Number(a) === Number(b);

interface WithLiteral {
  readonly literal: string | number | undefined;
  readonly isSame: boolean;
  /** Whether the literal is written in the expression, and not in a column of choices. */
  readonly isOwn: boolean;
  readonly scope: Scope;
}

/**
 * Writes the comparison of a question with one of its choices, or of several choices with all that are chosen. With an
 * unknown choice, `=` is always false and `!=` always true.
 */
function withChoice(
  target: Target | undefined,
  { literal, isSame, isOwn, scope }: WithLiteral,
): Written | undefined {
  if (target === undefined || target.list !== undefined || literal === undefined) return undefined;
  const { spelled, type, offered } = target;
  if (type !== 'choice' && type !== 'choices') return undefined;
  const wanted = type === 'choice' ? [literal] : String(literal).trim().split(/\s+/);
  const found = wanted.flatMap((each) => choiceLike(each, offered) ?? []);
  if (found.length < wanted.length) {
    if (isOwn) noteMissing(scope, spelled, literal);
    return always(!isSame);
  }
  const operator = isSame ? '=' : '!=';
  if (type === 'choices')
    return condition(`${spelled} ${operator} [${found.map(quote).join(', ')}]`);
  const [choice = ''] = found;
  const alike = [...(offered ?? [])].filter((each) => fold(each) === fold(choice));
  const isNumber = typeof literal === 'number' && String(literal) === choice;
  const [a, b] = [atom(spelled, 'choice'), atom(isNumber ? choice : quote(choice), 'text')];
  return alike.length > 1 ? exactly(isSame, a, b) : plain(operator, a, { ...b, isSure: true });
}

/** Adds a note about a comparison with an unknown choice. */
export const noteMissing = (scope: Scope, spelled: string, value: string | number): void =>
  scope.note('missingChoice', {
    name: spelled.replaceAll(/^\{(?:panel\.|parentPanel\.)?|\}$/g, ''),
    value: String(value),
  });

/** Returns the choice that a literal means; undefined when none is offered. */
export function choiceLike(
  literal: string | number,
  offered: ReadonlySet<string> | undefined,
): string | undefined {
  const text = String(literal);
  if (offered === undefined || offered.has(text)) return text;
  if (typeof literal === 'string') return undefined;
  return [...offered].find((each) => sameNumber(literal, each));
}

/** Returns whether the engine compares as XPath does. */
function isNative(a: Written, b: Written): boolean {
  const types = [a.type, b.type];
  if (types.includes('choices')) return false;
  if (types.includes('number') || types.includes('date') || types.includes('time')) return true;
  return a.type === b.type && (a.type === 'boolean' || a.type === 'choice');
}

/** Writes a moment or a time as answers are stored: without seconds and zones, when the seconds are none. */
function clockOf(side: Written, other: Written, literal: string | number | undefined): Written {
  if (typeof literal !== 'string') return other;
  if (side.type !== 'date' && side.type !== 'time') return other;
  const text = literal
    .trim()
    .replace(
      /(\d\d:\d\d)(:\d\d)?(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/,
      (_, clock: string, s = '') => (s === ':00' ? clock : `${clock}${s}`),
    );
  return { ...other, text: quote(text) };
}

function order(
  operator: Exclude<Comparator, '=' | '!='>,
  left: Expression,
  right: Expression,
  writing: Writing,
): Written {
  const { scope } = writing;
  const literal = literalOf(right, scope);
  const a = writing.write(left);
  const b = clockOf(a, writing.write(right), literal);
  const types = [a.type, b.type];
  const isDate = types.includes('date') || types.includes('time');
  if (isDate && types.includes('number')) throw new Untranslatable('dateNumber', '');
  // Only numbers have an order in XPath; the engine would put texts into that of the alphabet.
  const isText =
    !isDate && types.every((type) => TEXTUAL.has(type)) && types.join() !== 'other,other';
  const [x, y] = isText ? [asNumber(a), asNumber(b)] : [a, b];
  return plain(operator, x, y);
}

const TEXTUAL: ReadonlySet<string> = new Set(['text', 'choice', 'choices', 'other']);

function asNumber(side: Written): Written {
  const [, number] = /^'(-?\d+(?:\.\d+)?)'$/.exec(side.text) ?? [];
  const text = number ?? `toNumber(${side.text})`;
  return { text, precedence: 9, type: 'number', isSure: number !== undefined };
}

/** Writes a comparison of the engine. Two missing numbers are neither equal nor in any order. */
function plain(operator: Comparator, a: Written, b: Written): Written {
  // Comparisons are not chained, so that nobody has to know how the engine would read them.
  const text = `${within(a, COMPARISON + 1)} ${operator} ${within(b, COMPARISON + 1)}`;
  const isEquality = operator === '=' || operator === '!=';
  // Two answers are equal texts if both are missing; two results that are not a number never are equal.
  const areTexts = isEquality && [a, b].every((each) => each.text.startsWith('{'));
  const isStrict = operator === '<' || operator === '>';
  if (a.isSure || b.isSure || isStrict || areTexts) return condition(text);
  if (operator === '!=') return condition(`${text} or ${emptiness(a, true).text}`, 1);
  return condition(`${text} and ${emptiness(a, false).text}`, 2);
}
