// Comparisons of fields with values in an expression, such as `{colour} = 'red'`.
import { nameIn, type Token, tokensOf, withoutQuotes } from './tokens.ts';

/** Operators that compare with one value. */
export const SAME: ReadonlySet<string> = new Set(['<>', '!=', '==', '=', 'notequal', 'equal']);
/** Operators that compare with several. */
const WITHIN: ReadonlySet<string> = new Set(
  'notcontains notcontain contains contain anyof allof noneof'.split(' '),
);
/** Operators that hold when the values are not there. */
const NEGATIVE: ReadonlySet<string> = new Set(
  '<> != notequal notcontains notcontain noneof'.split(' '),
);
/** Operators that look at each value of a list by itself. */
const EACH: ReadonlySet<string> = new Set(['anyof', 'noneof']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^']);

/** A name and the values that it is compared with, as the expression spells them. */
export interface Comparison {
  readonly name: string;
  readonly how: string;
  readonly values: readonly string[];
  readonly isList: boolean;
  /** The indexes of its first and of its last token. */
  readonly first: number;
  readonly last: number;
}

/** Removes the leading `#`, which stops the engine from reading an answer of digits as a number. */
export const plainly = (spelled: string): string => spelled.trim().replace(/^#/, '').trim();

/**
 * Returns the comparisons with the name on the left, then those with the name on the right. A side that is part of a
 * calculation, such as `{a} + {b} = 5`, is none.
 */
export function comparisonsIn(tokens: readonly Token[]): readonly Comparison[] {
  const before = tokens.flatMap((token, first): readonly Comparison[] => {
    const how = tokens[first + 1]?.spelled.toLowerCase() ?? '';
    if (token.kind !== 'name' || !(SAME.has(how) || WITHIN.has(how))) return [];
    const compared = comparedFrom(tokens, first + 2);
    return compared === undefined ? [] : [{ name: nameIn(token), how, first, ...compared }];
  });
  const behind = tokens.flatMap((token, first): readonly Comparison[] => {
    const how = tokens[first + 1]?.spelled.toLowerCase() ?? '';
    const name = tokens[first + 2];
    if (!isValue(token) || !SAME.has(how) || name?.kind !== 'name') return [];
    const values = [token.spelled];
    return [{ name: nameIn(name), how, values, isList: false, first, last: first + 2 }];
  });
  const isPart = (at: number): boolean => ARITHMETIC.has(tokens[at]?.spelled ?? '');
  return [...before, ...behind].filter(
    ({ first, last }) => !isPart(first - 1) && !isPart(last + 1),
  );
}

/** Returns the value or the list of values at `start`; undefined when there is none. */
function comparedFrom(
  tokens: readonly Token[],
  start: number,
): Pick<Comparison, 'values' | 'isList' | 'last'> | undefined {
  const first = tokens[start];
  if (first !== undefined && isValue(first)) {
    return { values: [first.spelled], isList: false, last: start };
  }
  if (first?.spelled !== '[') return undefined;
  const values: string[] = [];
  for (let at = start + 1; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.spelled === ']') return { values, isList: true, last: at };
    // A list in a list means nothing, and searching it again for each bracket would take quadratic time.
    if (token?.spelled === '[') return undefined;
    if (token !== undefined && isValue(token)) values.push(token.spelled);
  }
  return undefined;
}

const isValue = ({ kind, spelled }: Token): boolean =>
  kind === 'text' || kind === 'number' || /^(?:true|false)$/i.test(spelled);

/**
 * Returns an expression without the comparisons of a field with a value that is none of its choices: such a comparison
 * never holds, and its opposite always does.
 * @param name without braces
 * @param value without quotes
 */
export function withoutComparison(expression: string, name: string, value: string): string {
  const tokens = tokensOf(expression);
  const found = comparisonsIn(tokens)
    .filter(
      (each) => plainly(each.name) === name && each.values.some((spelled) => means(spelled, value)),
    )
    .toSorted((a, b) => b.first - a.first);
  const starts = startsOf(expression, tokens);
  return found.reduce((text, comparison) => {
    const [start, last] = [starts[comparison.first], tokens[comparison.last]];
    const end = (starts[comparison.last] ?? 0) + (last?.spelled.length ?? 0);
    return text.slice(0, start) + instead(comparison, value) + text.slice(end);
  }, expression);
}

const means = (spelled: string, value: string): boolean =>
  (/^['"]/.test(spelled) ? withoutQuotes(spelled) : spelled) === value;

function instead({ name, how, values, isList }: Comparison, value: string): string {
  const left = values.filter((spelled) => !means(spelled, value));
  if (isList && EACH.has(how) && left.length > 0) return `{${name}} ${how} [${left.join(', ')}]`;
  return String(NEGATIVE.has(how));
}

/** Returns where each token begins. Between tokens there is only white space. */
function startsOf(expression: string, tokens: readonly Token[]): readonly number[] {
  let at = 0;
  return tokens.map(({ spelled }) => {
    const start = expression.indexOf(spelled, at);
    at = start + spelled.length;
    return start;
  });
}
