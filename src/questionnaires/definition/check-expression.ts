import { OWN_FUNCTIONS } from './own-functions.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { Wrong } from './wrong.ts';

/**
 * The functions that an expression may call: those of survey-core 3.0.0, and our own. A definition cannot register
 * others.
 */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...'age avg avgInArray count countInArray currentDate currentYear dateAdd dateDiff day diffDays displayValue getComment getDate getYear iif isContainerReady isDisplayMode max maxInArray min minInArray month propertyValue round substring sum sumInArray today trunc weekday year'.split(
    ' ',
  ),
  ...OWN_FUNCTIONS.keys(),
]);

const MAX_LENGTH = 4000;
const MAX_NESTING = 50;

/** Returns what is wrong with an expression; undefined when the engine may parse it. */
export function faultOfExpression(expression: string): Wrong | undefined {
  if (expression.length > MAX_LENGTH) {
    const text = `An expression may have at most ${MAX_LENGTH} characters.`;
    return { kind: 'longExpression', values: { limit: MAX_LENGTH }, text };
  }
  let depth = 0;
  let before: Token | undefined;
  for (const token of tokensOf(expression)) {
    if (token.spelled === '(') {
      if (before?.kind === 'word' && !mayBeCalled(before.spelled)) {
        const [name, allowed] = [before.spelled, [...FUNCTIONS].join(', ')];
        const text = `There is no function ${name}. Use one of ${allowed}.`;
        return { kind: 'unknownFunction', values: { name }, text };
      }
      depth += 1;
    }
    if (token.spelled === ')') depth -= 1;
    if (depth > MAX_NESTING) {
      const text = `Parentheses nest deeper than ${MAX_NESTING} levels.`;
      return { kind: 'deepExpression', values: { limit: MAX_NESTING }, text };
    }
    before = token;
  }
  return undefined;
}

const mayBeCalled = (word: string): boolean =>
  FUNCTIONS.has(word) || OPERATORS.has(word.toLowerCase());

/** Words that may precede a parenthesis without calling a function. */
const OPERATORS: ReadonlySet<string> = new Set(
  'and or not equal notequal greater less greaterorequal lessorequal contains contain notcontains notcontain anyof allof noneof empty notempty'.split(
    ' ',
  ),
);
