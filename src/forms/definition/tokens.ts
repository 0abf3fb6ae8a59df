// The parts of an expression, found in time that grows with its length and no faster. Whether they make sense together
// is the engine's business.

export interface Token {
  /** A sign is one of comparison, or any character that belongs to nothing else. */
  readonly kind: 'text' | 'name' | 'number' | 'word' | 'sign';
  /** As it is spelled, with its quotes or braces. */
  readonly spelled: string;
}

type Pattern = readonly [kind: Token['kind'] | 'space', pattern: RegExp];

/** By their first character, of the classes below. Digits that are no number are taken together. */
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

export function tokensOf(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  /** Quotes without an end. No later one of the same kind has any, and it is not looked for again. */
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
