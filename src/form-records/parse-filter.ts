import { parseMoment } from '#http/v2/date-time.ts';
import { type AppError, type Because, fail } from '#kernel/errors.ts';
import type { FilterOperator, FormFilter } from './filter.ts';

/** The limits of a filter, which limit its cost. */
export const MAX_FILTER_LENGTH = 2000;
export const MAX_FILTER_DEPTH = 20;
export const MAX_COMPARISONS = 50;

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const FIELDS: ReadonlyMap<string, 'lastUpdateDate' | 'createdDate'> = new Map([
  ['lastupdatedate', 'lastUpdateDate'],
  ['lastupdateddate', 'lastUpdateDate'],
  ['createddate', 'createdDate'],
]);
const TOKEN = /[()]|[^\s()]+/g;
/** The rest of `+02:00` when the plus sign in a URL was not encoded. */
const LOST_PLUS = /^\d{2}:\d{2}$/;

interface Token {
  readonly text: string;
  /** In characters, from 1. */
  readonly position: number;
}

interface Parser {
  readonly tokens: readonly Token[];
  /** The position after the last character. */
  readonly end: number;
  next: number;
  comparisons: number;
}

/**
 * Parses a filter such as `lastupdateddate gt 2015-01-01 and (… or …)`, the subset of OData that /v2/formz supports.
 * Operators are case-sensitive, `and` binds tighter than `or`, and dates are written without quotes and are in UTC
 * unless they have an offset.
 * @param text of at most {@link MAX_FILTER_LENGTH} characters
 * @throws AppError `invalid-parameter` naming the position of the fault.
 */
export function parseFilter(text: string): FormFilter {
  const tokens = [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    position: match.index + 1,
  }));
  const parser: Parser = { tokens, end: text.length + 1, next: 0, comparisons: 0 };
  const filter = parseOr(parser, 0);
  const rest = peek(parser);
  if (rest) {
    throw rest.text === ')' ? unexpected(parser, 'no ")" here') : unexpected(parser, 'and or or');
  }
  return filter;
}

function parseOr(parser: Parser, depth: number): FormFilter {
  return parseChain(parser, 'or', () => parseChain(parser, 'and', () => parseTerm(parser, depth)));
}

function parseChain(parser: Parser, kind: 'and' | 'or', parseOne: () => FormFilter): FormFilter {
  const first = parseOne();
  const filters = [first];
  while (peek(parser)?.text === kind) {
    parser.next += 1;
    filters.push(parseOne());
  }
  return filters.length === 1 ? first : { kind, filters };
}

function parseTerm(parser: Parser, depth: number): FormFilter {
  if (peek(parser)?.text !== '(') return parseComparison(parser);
  if (depth >= MAX_FILTER_DEPTH) {
    throw unexpected(parser, `at most ${MAX_FILTER_DEPTH} nested parentheses`);
  }
  parser.next += 1;
  const inner = parseOr(parser, depth + 1);
  if (peek(parser)?.text !== ')') throw unexpected(parser, 'and, or or ")"');
  parser.next += 1;
  return inner;
}

function parseComparison(parser: Parser): FormFilter {
  const field = FIELDS.get(peek(parser)?.text.toLowerCase() ?? '');
  if (field === undefined) throw unexpected(parser, 'the field lastUpdateDate or createdDate');
  if (parser.comparisons >= MAX_COMPARISONS) {
    throw unexpected(parser, `at most ${MAX_COMPARISONS} comparisons`);
  }
  parser.comparisons += 1;
  parser.next += 1;
  const operator = parseOperator(parser);
  return { kind: 'compare', field, operator, value: parseDate(parser) };
}

function parseOperator(parser: Parser): FilterOperator {
  const token = peek(parser);
  if (token && isOperator(token.text)) {
    parser.next += 1;
    return token.text;
  }
  throw unexpected(parser, 'an operator in lower case: eq, ne, gt, ge, lt or le');
}

function parseDate(parser: Parser) {
  const token = peek(parser);
  const following = parser.tokens[parser.next + 1];
  const lostPlus = token?.text.includes(':') && following && LOST_PLUS.test(following.text);
  const value = token && parseMoment(lostPlus ? `${token.text}+${following.text}` : token.text);
  if (!value) {
    throw unexpected(
      parser,
      'a date without quotes, like 2026-01-31, 2026-01-31T09:05:00 or 2026-01-31T09:05:00Z',
    );
  }
  parser.next += lostPlus ? 2 : 1;
  return value;
}

function isOperator(text: string): text is FilterOperator {
  return OPERATORS.has(text);
}

function peek(parser: Parser): Token | undefined {
  return parser.tokens[parser.next];
}

function unexpected(parser: Parser, expected: string): AppError {
  const token = peek(parser);
  const found = token ? JSON.stringify(shorten(token.text)) : 'the end';
  const position = token?.position ?? parser.end;
  return wrong(`filter, position ${position}: expected ${expected}, found ${found}.`, {
    reason: 'filter-syntax',
    position,
  });
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text;
}

function wrong(detail: string, because: Because): AppError {
  return fail('invalid-parameter', detail, { at: 'filter', because });
}
