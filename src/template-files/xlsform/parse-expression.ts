// Parses the expressions of XLSForms: the part of XPath 1.0 that ODK XForms uses (https://getodk.github.io/xforms-spec).

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  /** `${name}` */
  | { readonly kind: 'field'; readonly name: string }
  /** `.`, the answer that a constraint is about. */
  | { readonly kind: 'self' }
  /** A bare name: a column of the sheet of choices. */
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'minus'; readonly of: Expression };

export type Operator = keyof typeof PRECEDENCE;

/** Higher binds closer. */
export const PRECEDENCE = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  div: 6,
  mod: 6,
} as const;

const MAX_LENGTH = 4000;
const MAX_DEPTH = 40;

interface Token {
  readonly kind: 'number' | 'text' | 'field' | 'name' | 'sign';
  readonly text: string;
}

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?|\.\d+)|"([^"]*)"|'([^']*)'|\$\{\s*([^{}\s]{1,128})\s*\}|([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)|(!=|<=|>=|[-+*=<>(),.]))/y;

/** Returns the parsed expression; undefined for one that cannot be read. */
export function parseExpression(text: string): Expression | undefined {
  const tokens = tokensOf(text);
  return tokens && new Parser(tokens).parse();
}

function tokensOf(text: string): readonly Token[] | undefined {
  const plain = text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').trim();
  if (plain === '' || plain.length > MAX_LENGTH) return undefined;
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < plain.length) {
    const found = TOKEN.exec(plain);
    if (found === null) return undefined;
    const [, number, double, single, field, name, sign = ''] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (field !== undefined) tokens.push({ kind: 'field', text: field });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== '') tokens.push({ kind: 'sign', text: sign });
    else tokens.push({ kind: 'text', text: double ?? single ?? '' });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression | undefined {
    const whole = this.#binary(1);
    return this.#at === this.#tokens.length ? whole : undefined;
  }

  /** Reads operators that bind at least as closely as `least`. */
  #binary(least: number): Expression | undefined {
    let left = this.#unary();
    for (;;) {
      const operator = this.#operator();
      if (left === undefined || operator === undefined) return left;
      const precedence = PRECEDENCE[operator];
      if (precedence < least) return left;
      this.#at += 1;
      const right = this.#binary(precedence + 1);
      if (right === undefined) return undefined;
      left = { kind: 'binary', operator, left, right };
    }
  }

  #operator(): Operator | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' && token?.kind !== 'name') return undefined;
    return OPERATORS.find((each) => each === token.text);
  }

  #unary(): Expression | undefined {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) return undefined;
    const isMinus = this.#take('-');
    const of = isMinus ? this.#unary() : this.#primary();
    this.#depth -= 1;
    if (!isMinus || of === undefined) return of;
    return of.kind === 'number' ? { kind: 'number', value: -of.value } : { kind: 'minus', of };
  }

  #primary(): Expression | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    switch (token?.kind) {
      case 'number':
        return { kind: 'number', value: Number(token.text) };
      case 'text':
        return { kind: 'text', value: token.text };
      case 'field':
        return { kind: 'field', name: token.text };
      case 'name':
        return this.#take('(') ? this.#call(token.text) : { kind: 'column', name: token.text };
      case 'sign':
        return token.text === '(' ? this.#closed() : selfIn(token);
      default:
        return undefined;
    }
  }

  #closed(): Expression | undefined {
    const inner = this.#binary(1);
    return this.#take(')') ? inner : undefined;
  }

  #call(name: string): Expression | undefined {
    const args: Expression[] = [];
    if (this.#take(')')) return { kind: 'call', name, args };
    do {
      // `position(..)` is the only call with a path.
      if (name === 'position' && this.#take('.')) {
        return this.#take('.') && this.#take(')') ? { kind: 'call', name, args } : undefined;
      }
      const arg = this.#binary(1);
      if (arg === undefined) return undefined;
      args.push(arg);
    } while (this.#take(','));
    return this.#take(')') ? { kind: 'call', name, args } : undefined;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.#at += 1;
    return true;
  }
}

const OPERATORS: readonly Operator[] = [
  'or',
  'and',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  'div',
  'mod',
];

const selfIn = ({ text }: Token): Expression | undefined =>
  text === '.' ? { kind: 'self' } : undefined;
