// Splits an expression into tokens, in time that grows linearly with its length. Only the engine can tell whether they
// form a valid expression.

export interface Token {
  /** A sign is a comparison operator, or any character that belongs to no other token. */
  readonly kind: 'text' | 'name' | 'number' | 'word' | 'sign';
  /** The text of the token, with its quotes or braces. */
  readonly spelled: string;
}

type Pattern = readonly [kind: Token['kind'] | 'space', pattern: RegExp];

/** Patterns by the first character of a token. Digits that are no number form one token. */
const WORDS: readonly Pattern[] = [['word', /[A-Za-z_]\w*/y]];
const SPACES: readonly Pattern[] = [['space', /\s+/y]];
const NUMBERS: readonly Pattern[] = [
  ['number', /-?\d+(?:\.\d+)?(?![\w.])/y],
  ['sign', /\d+/y],
];
const SIGNS: readonly Pattern[] = [['sign', /<>|!=|==/y]];
const PATTERNS: ReadonlyMap<string, readonly Pattern[]> = new Map([
  ...each('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_', WORDS),
  ...each(' \t\n\r\f\v', SPACES),
  ...each('-0123456789', NUMBERS),
  ...each('<!=', SIGNS),
  ...each('{', [['name', /\{[^{}]*\}/y]]),
  ...each("'", [['text', /'(?:[^'\\]|\\[\s\S])*'/y]]),
  ...each('"', [['text', /"(?:[^"\\]|\\[\s\S])*"/y]]),
]);

/** Returns the tokens of an expression in their order, without the spaces between them. */
export function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  /** Quotes without a closing one. No later quote of the same kind has one either, so the search is not repeated. */
  const unclosed = new Set<string>();
  for (let at = 0; at < expression.length; ) {
    const begin = expression.charAt(at);
    const [kind, spelled] = unclosed.has(begin)
      ? (['sign', begin] as const)
      : takeAt(expression, at);
    if (kind === 'sign' && (begin === "'" || begin === '"')) unclosed.add(begin);
    if (kind !== 'space') tokens.push({ kind, spelled });
    at += spelled.length;
  }
  return tokens;
}

/** Returns the name in the braces of a token `{site}`. */
export const nameIn = ({ spelled }: Token): string => spelled.slice(1, -1);

/** Returns a text without its quotes, and without the backslashes before quotes in it. */
export const withoutQuotes = (spelled: string): string =>
  spelled.slice(1, -1).replaceAll(/\\(['"])/g, '$1');

function takeAt(text: string, at: number): readonly [Pattern[0], string] {
  const begin = text.charAt(at);
  for (const [kind, pattern] of PATTERNS.get(begin) ?? []) {
    pattern.lastIndex = at;
    const [spelled] = pattern.exec(text) ?? [];
    if (spelled !== undefined) return [kind, spelled];
  }
  return ['sign', begin];
}

function each(
  characters: string,
  patterns: readonly Pattern[],
): readonly (readonly [string, readonly Pattern[]])[] {
  return [...characters].map((character) => [character, patterns]);
}
