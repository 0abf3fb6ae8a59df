import { type Token, tokenise } from './filter-lexer.ts';
import {
  COMPARE_OPERATORS,
  type CompareOperator,
  type FilterSyntax,
  type FilterValue,
} from './filter-tree.ts';
import { invalidFilter, type ScimError } from './scim-error.ts';

export const FILTER_LIMITS = { length: 8_192, depth: 32, terms: 200 } as const;

const OPERATORS: ReadonlyMap<string, CompareOperator> = new Map(
  COMPARE_OPERATORS.map((operator) => [operator, operator]),
);

const MAX_QUOTED = 40;
const quote = (text: string): string =>
  `"${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text}"`;

/** Danger: errors are logged, and a misplaced word or string may be part of a secret, so its text is not shown. */
const shownToken = ({ kind, text }: Token): string =>
  kind === 'word' ? 'a word' : kind === 'string' ? 'a string' : quote(text);

/** Parses in one pass over the tokens. The depth of the recursion is the nesting of brackets, which is limited. */
class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #terms = 0;
  #insideElement = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): FilterSyntax {
    const filter = this.#or();
    const rest = this.#peek();
    if (rest !== undefined) throw this.#unexpected(rest, '"and", "or" or the end');
    return filter;
  }

  #peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#next + ahead];
  }

  #isWord(token: Token | undefined, word: string): boolean {
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  }

  #unexpected(token: Token | undefined, wanted: string): ScimError {
    const found =
      token === undefined
        ? 'The filter ends'
        : `The filter has ${shownToken(token)} at position ${token.at + 1}`;
    return invalidFilter(`${found} where ${wanted} is expected.`);
  }

  #or(): FilterSyntax {
    return this.#list('or', () => this.#list('and', () => this.#term()));
  }

  #list(kind: 'and' | 'or', item: () => FilterSyntax): FilterSyntax {
    const first = item();
    if (!this.#isWord(this.#peek(), kind)) return first;
    const filters = [first];
    while (this.#isWord(this.#peek(), kind)) {
      this.#next += 1;
      filters.push(item());
    }
    return { kind, filters };
  }

  #term(): FilterSyntax {
    const token = this.#peek();
    if (token?.kind === '(') return this.#bracketed(')');
    if (token?.kind !== 'word') throw this.#unexpected(token, 'an attribute');
    if (this.#isWord(token, 'not') && this.#peek(1)?.kind === '(') {
      this.#next += 1;
      return { kind: 'not', filter: this.#bracketed(')') };
    }
    this.#next += 1;
    return this.#peek()?.kind === '[' ? this.#element(token.text) : this.#expression(token.text);
  }

  #bracketed(close: ')' | ']'): FilterSyntax {
    this.#next += 1;
    this.#depth += 1;
    if (this.#depth > FILTER_LIMITS.depth) {
      throw invalidFilter(`The filter nests deeper than ${FILTER_LIMITS.depth} brackets.`);
    }
    const filter = this.#or();
    const end = this.#peek();
    if (end?.kind !== close) throw this.#unexpected(end, `"${close}"`);
    this.#next += 1;
    this.#depth -= 1;
    return filter;
  }

  #element(path: string): FilterSyntax {
    if (this.#insideElement) throw this.#unexpected(this.#peek(), 'an operator');
    this.#insideElement = true;
    const filter = this.#bracketed(']');
    this.#insideElement = false;
    const close = this.#tokens[this.#next - 1];
    const after = this.#peek();
    const dotted = after?.kind === 'word' && after.text.startsWith('.') && after.at === close?.end;
    if (!dotted) return { kind: 'element', path, filter };
    // Entra: emails[type eq "work"].value eq "…" is not in the grammar; both conditions apply to one element.
    this.#next += 1;
    const expression = this.#expression(after.text.slice(1));
    const filters = filter.kind === 'and' ? [...filter.filters, expression] : [filter, expression];
    return { kind: 'element', path, filter: { kind: 'and', filters } };
  }

  #expression(path: string): FilterSyntax {
    this.#terms += 1;
    if (this.#terms > FILTER_LIMITS.terms) {
      throw invalidFilter(`The filter has more than ${FILTER_LIMITS.terms} comparisons.`);
    }
    const token = this.#peek();
    if (token?.kind !== 'word') throw this.#unexpected(token, `an operator after ${quote(path)}`);
    this.#next += 1;
    const name = token.text.toLowerCase();
    if (name === 'pr') return { kind: 'present', path };
    const operator = OPERATORS.get(name);
    if (operator === undefined) {
      const known = [...COMPARE_OPERATORS, 'pr'].join(', ');
      throw invalidFilter(
        `The word at position ${token.at + 1} is not an operator. Use one of ${known}.`,
      );
    }
    return { kind: 'compare', path, operator, value: this.#value(operator) };
  }

  #value(operator: string): FilterValue {
    const token = this.#peek();
    if (token?.kind !== 'string' && token?.kind !== 'word') {
      throw this.#unexpected(token, `a value after "${operator}"`);
    }
    this.#next += 1;
    return { quoted: token.kind === 'string', text: token.text };
  }
}

/**
 * Parses the whole grammar of RFC 7644 §3.4.2.2 in time linear in the text: names and operators in any letter case,
 * `not` with and without a space, grouping, value paths, JSON strings. It also accepts what clients send beyond it:
 * values without quotes (authentik, Postman collections), a sub-attribute after a value path (Entra).
 * @throws ScimError 400 invalidFilter with the position of the error
 */
export function parseFilter(text: string): FilterSyntax {
  if (text.length > FILTER_LIMITS.length) {
    throw invalidFilter(`The filter is longer than ${FILTER_LIMITS.length} characters.`);
  }
  return new Parser(tokenise(text)).parse();
}
