import { invalidFilter } from './scim-error.ts';

export type Token = {
  /** A bracket is its own kind; a word is an attribute, an operator or an unquoted value. */
  readonly kind: '(' | ')' | '[' | ']' | 'string' | 'word';
  /** For a string, the text without quotes and escapes. */
  readonly text: string;
  /** The start and end in the filter, from 0. */
  readonly at: number;
  readonly end: number;
};

const isSpace = (char: string | undefined): boolean =>
  char === ' ' || char === '\t' || char === '\n' || char === '\r';

const isBracket = (char: string | undefined): char is '(' | ')' | '[' | ']' =>
  char === '(' || char === ')' || char === '[' || char === ']';

function readString(text: string, at: number): Token {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length) {
    throw invalidFilter(`The string at position ${at + 1} has no closing quote.`);
  }
  end += 1;
  return { kind: 'string', text: decodeString(text.slice(at, end), at), at, end };
}

function decodeString(literal: string, at: number): string {
  try {
    const value: unknown = JSON.parse(literal);
    if (typeof value === 'string') return value;
  } catch {
    // Not JSON; the error is thrown below.
  }
  throw invalidFilter(
    `The string at position ${at + 1} is not a valid JSON string. Check its escapes.`,
  );
}

function readWord(text: string, at: number): Token {
  let end = at;
  while (end < text.length) {
    const char = text[end];
    if (isSpace(char) || isBracket(char) || char === '"') break;
    end += 1;
  }
  return { kind: 'word', text: text.slice(at, end), at, end };
}

/**
 * Splits a filter into tokens, in one pass. The parser decides what a word means, so that `and` can be a value and `eq`
 * an attribute.
 * @throws ScimError 400 invalidFilter for a string that does not end or is not JSON
 */
export function tokenise(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (isSpace(char)) {
      at += 1;
      continue;
    }
    const token: Token = isBracket(char)
      ? { kind: char, text: char, at, end: at + 1 }
      : char === '"'
        ? readString(text, at)
        : readWord(text, at);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}
