// What expressions are written with: their scope, and texts with the precedence of their operators.
import type { NoteKind } from '#template-files/notes.ts';
import type { Expression } from './parse-expression.ts';

/** What an expression may refer to. */
export interface Scope {
  /** Returns a field by its name in the file. @throws Untranslatable when it cannot be referred to from here */
  field(name: string): Target;
  /** The field whose answer `.` is; undefined outside of constraints. */
  readonly self: Target | undefined;
  /** The columns of the choice that a filter is about; undefined outside of filters. */
  readonly columns: ((name: string) => string) | undefined;
  /** Is told what means something else in Formstead. */
  note(kind: NoteKind, values: Readonly<Record<string, string>>): void;
}

/** What the value of an expression is. `other` may be anything, such as the result of a calculation. */
export type ValueType =
  | 'text'
  | 'number'
  | 'date'
  | 'time'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'other';

/** A field as expressions see it. */
export interface Target {
  /** Written in an expression, such as `{panel.age}` or `today()`. */
  readonly spelled: string;
  /** `entries` is a repeating section. */
  readonly type: ValueType | 'entries';
  /** The choices that it offers; undefined when it takes other answers. */
  readonly offered?: ReadonlySet<string> | undefined;
  /** The name under which `displayValue` finds it; undefined inside a repeating section. */
  readonly shownName: string | undefined;
  /** Set for a field in a repeating section that is not around the expression: it can only be summed up. */
  readonly list: ListTarget | undefined;
}

export interface ListTarget {
  readonly section: string;
  readonly field: string;
  /** Whether each entry has an answer, once the form is complete. */
  readonly isRequired: boolean;
  /** Whether the field is asked in some entries only. */
  readonly isConditional: boolean;
}

/** Thrown for an expression that Formstead cannot have. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';
  readonly why:
    | 'unknownFunction'
    | 'unknownName'
    | 'repeatedName'
    | 'pattern'
    | 'tooLong'
    | 'dateNumber';
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
export const SUM = 5;

/** A written expression, with the precedence of its outermost operator. */
export interface Written {
  readonly text: string;
  readonly precedence: number;
  readonly type: ValueType;
  /** Whether it always has a value. */
  readonly isSure: boolean;
}

export const atom = (text: string, type: ValueType, isSure = false): Written => ({
  text,
  precedence: ATOM,
  type,
  isSure,
});

export const condition = (text: string, precedence: number = COMPARISON): Written => ({
  text,
  precedence,
  type: 'boolean',
  isSure: true,
});

/** A condition that holds always, or never. */
export const always = (holds: boolean): Written => atom(String(holds), 'boolean', true);

/** Returns whether a condition holds, when that does not depend on any answer. */
export const constantOf = ({ text }: Written): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** Returns the text, in parentheses when it binds less closely than `least`. */
export const within = ({ text, precedence }: Written, least: number): string =>
  precedence < least ? `(${text})` : text;

/** Returns the text for a function that reads texts: the engine reads an answer of digits as a number without the sign. */
export const asAnswered = ({ text }: Written): string =>
  text.replace(/^\{(?!#)([^{}]*)\}$/, '{#$1}');

/** Writes whether there is a value. The engine asks that with a word only of a field. */
export function emptiness({ text }: Pick<Written, 'text'>, isEmpty: boolean): Written {
  if (/^\{[^{}]*\}$/.test(text)) return condition(`${text} ${isEmpty ? 'empty' : 'notempty'}`);
  return condition(`${isEmpty ? '' : '!'}isEmpty(${text})`);
}

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
  /** Writes a truth value. @throws Untranslatable */
  condition(expression: Expression): Written;
  /** Writes a comparison. @throws Untranslatable */
  compare(operator: '=' | '!=', left: Expression, right: Expression): Written;
}
