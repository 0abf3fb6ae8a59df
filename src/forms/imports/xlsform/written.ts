// What expressions are written with: their scope, and texts with the precedence of their operators.
import type { Expression } from './parse-expression.ts';

/** What an expression may refer to. */
export interface Scope {
  /** Returns a field by its name in the file. @throws Untranslatable when it cannot be referred to from here */
  field(name: string): Target;
  /** The field whose answer `.` is; undefined outside of constraints. */
  readonly self: Target | undefined;
  /** The columns of the choice that a filter is about; undefined outside of filters. */
  readonly columns: ((name: string) => string) | undefined;
}

/** A field as expressions see it. */
export interface Target {
  /** Written in an expression, such as `{panel.age}` or `today()`. */
  readonly spelled: string;
  readonly type: 'text' | 'number' | 'date' | 'choice' | 'choices' | 'other';
  /** The name under which `displayValue` finds it; undefined inside a repeating section. */
  readonly shownName: string | undefined;
  /** Set for a field in a repeating section that is not around the expression: it can only be summed up. */
  readonly list: { readonly section: string; readonly field: string } | undefined;
}

/** Thrown for an expression that Formstead cannot have. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  readonly why: 'unknownFunction' | 'unknownName' | 'repeatedName' | 'pattern' | 'tooLong';
  readonly what: string;

  constructor(why: Untranslatable['why'], what: string) {
    super(`${why}: ${what}`);
    this.why = why;
    this.what = what;
  }
}

/** The precedence of what needs no parentheses. */
const ATOM = 9;
export const COMPARISON = 3;

/** A written expression, with the precedence of its outermost operator. */
export interface Written {
  readonly text: string;
  readonly precedence: number;
  readonly isDate?: boolean;
}

export const atom = (text: string, isDate = false): Written => ({
  text,
  precedence: ATOM,
  isDate,
});

/** Returns the text, in parentheses when it binds less closely than `least`. */
export const within = ({ text, precedence }: Written, least: number): string =>
  precedence < least ? `(${text})` : text;

export function targetOf(expression: Expression, scope: Scope): Target | undefined {
  if (expression.kind === 'field') return scope.field(expression.name);
  return expression.kind === 'self' ? scope.self : undefined;
}

/** Returns a text literal. */
export const quote = (text: string): string =>
  `'${text.replaceAll(/[\\]/g, '').replaceAll("'", "\\'")}'`;

/** A call of a function: its arguments, and what they are written with. */
export interface Writing {
  readonly scope: Scope;
  /** @throws Untranslatable */
  write(expression: Expression): Written;
}
