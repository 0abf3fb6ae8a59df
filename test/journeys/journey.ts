// Types for the journey of a field: what is entered, and what each reader must see. Everything is written by hand; no
// expectation is computed by the program.
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { Compared, Operator } from '#web/builder/conditions.ts';
import type { Kind } from '#web/builder/kinds.ts';

/** Texts that people read, by language. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

export interface Value {
  /** As stored, and in `/v2` in the member of its kind. */
  readonly value: JsonValue;
  /** On pages, in print, and in tables. */
  readonly reads: Words;
  /** In a table: what is read, if the value is a number; and what else, if a spreadsheet would take that for a formula. */
  readonly cell?: string | Words;
  /** In print, if its letters have another order than stored. */
  readonly print?: string;
  /** The keys that enter it, if they differ from the English text. */
  readonly keys?: string;
  /** Computed from other answers by the program, and never sent. */
  readonly isComputed?: true;
}

export interface Files {
  readonly files: readonly FileToSend[];
}

export interface Rows {
  /** By the name of the column, or of the field inside. */
  readonly rows: readonly { readonly [name: string]: Value | Files }[];
  /** Below the columns of a table, by the name of the column. */
  readonly totals?: { readonly [name: string]: Value };
}

/** A right answer. */
export type Sample = Value | Files | Rows;

export interface FileToSend {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** An answer that is refused when it is written. */
export interface Wrong {
  readonly value: JsonValue;
  /** Position after the name of the field: empty for the field itself, `[1].qty` for a cell. */
  readonly at?: string;
  /** The message of the author that the refusal contains. */
  readonly told?: string;
}

/** Each list is refused: either one of the files at its upload, or all of them together as an answer. */
export type WrongFiles = readonly (readonly FileToSend[])[];

/** How a person enters it in a browser. */
export type Hand =
  | 'keys'
  | 'picker'
  | 'click'
  | 'files'
  | 'draw'
  | 'sketch'
  | 'rows'
  | 'rank'
  | 'slide'
  | 'none';

/** A field that other fields use, with its first answer and the one after reopening. */
export interface Given {
  readonly kind: Kind;
  readonly title: string;
  readonly answers: readonly [Sample, Sample];
}

/** The effect of one property of the builder. */
export interface PropertyJourney {
  /** As the builder writes it, with other properties that it needs. */
  readonly set: JsonObject;
  /** Its type in `/v2`, if it differs from that of the kind. */
  readonly type?: string;
  /** Right answers; if left out, the same as without the property. */
  readonly right?: readonly Sample[];
  /** Wrong answers in addition to those without the property. */
  readonly wrong?: readonly Wrong[];
  /** Refused files, instead of those without the property. */
  readonly wrongFiles?: WrongFiles;
  /** Whether the form can't be completed without an answer. */
  readonly isAsked?: true;
  /** The default value when the form is opened. */
  readonly filled?: Sample;
  /** A text that the form shows. */
  readonly shows?: string;
  /** An attribute of the input in the form. */
  readonly attribute?: { readonly name: string; readonly value: string };
}

/** When a field that depends on this one is shown. */
export interface ConditionJourney {
  /** Properties of the field, if they differ from the usual ones. */
  readonly set?: JsonObject;
  /** Left out for operators without an operand. */
  readonly with?: Compared;
  /** Answers for which it is shown; undefined stands for no answer. */
  readonly shown: readonly (JsonValue | undefined)[];
  readonly hidden: readonly (JsonValue | undefined)[];
}

export type Conditions = { readonly [operator in Operator]?: ConditionJourney };

export interface KindJourney {
  /** Its type in `/v2`. */
  readonly type: string;
  /** The member of `/v2` that contains the value. */
  readonly member: 'text' | 'value' | 'imageFile' | 'files' | 'rows' | 'none';
  readonly by: Hand;
  /** Properties that every field of the kind has, as the builder writes them. */
  readonly always?: JsonObject;
  /** Other fields that its template needs. */
  readonly given?: readonly Given[];
  readonly right: readonly Sample[];
  /** A smaller field for properties that do not concern its contents, because a large field slows every test. */
  readonly small?: {
    readonly set: JsonObject;
    readonly right: readonly Sample[];
    readonly wrong: readonly Wrong[];
  };
  readonly wrong: readonly Wrong[];
  readonly wrongFiles?: WrongFiles;
  /** By the name of the property. */
  readonly properties: Readonly<Record<string, PropertyJourney>>;
  readonly conditions: Conditions;
}

/** Returns an answer that is shown in all languages as it is stored. */
export const text = (value: string, more: Omit<Value, 'value' | 'reads'> = {}): Value => ({
  value,
  reads: { en: value, de: value },
  ...more,
});

/** Returns an answer that is shown differently from how it is stored. */
export const read = (
  value: JsonValue,
  reads: string | Words,
  more: Omit<Value, 'value' | 'reads'> = {},
): Value => ({
  value,
  reads: typeof reads === 'string' ? { en: reads, de: reads } : reads,
  ...more,
});

/** Properties that every field has. */
export const ASKED: PropertyJourney = {
  set: { isRequired: true, requiredErrorText: 'Ask at the gate' },
  isAsked: true,
};
export const DESCRIBED: PropertyJourney = {
  set: { description: 'As it says on the plate' },
  shows: 'As it says on the plate',
};
