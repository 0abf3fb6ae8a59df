// What a journey of a field is told: what is put in, and what everybody who reads it must see. All of it is
// written by hand; nothing that is expected here was computed by the program.
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { ConditionValue, Operator } from '../../web/src/builder/conditions.ts';
import type { Kind } from '../../web/src/builder/kinds.ts';

/** What people read, by language. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

export interface Value {
  /** As answers have it, and `/v2` in the member of its kind. */
  readonly value: JsonValue;
  /** On pages, in print, and in tables. */
  readonly reads: Words;
  /** In a table, where a spreadsheet would take what people read for a formula. */
  readonly cell?: string;
  /** In print, where its letters stand in another order than they are kept. */
  readonly print?: string;
  /** What is pressed to put it in, where that is not what people read in English. */
  readonly keys?: string;
  /** Made by the program of other answers, and never sent. */
  readonly isComputed?: true;
}

export interface Files {
  readonly files: readonly FileToSend[];
}

export interface Rows {
  /** By the name of the column, or of the field inside. */
  readonly rows: readonly { readonly [name: string]: Value | Files }[];
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
  /** Where, from the name of the field on: empty for the field itself, `[1].qty` for a cell. */
  readonly at?: string;
}

/** Each list is refused when it is sent: one of the files as it is uploaded, or all of them together as an answer. */
export type WrongFiles = readonly (readonly FileToSend[])[];

/** How it is put in by somebody in a browser. */
export type Hand = 'keys' | 'picker' | 'click' | 'files' | 'draw' | 'rows' | 'none';

/** A field that others are made of or stand beside, with what is answered first and after reopening. */
export interface Given {
  readonly kind: Kind;
  readonly title: string;
  readonly answers: readonly [Sample, Sample];
}

/** What one property of the builder does. */
export interface PropertyJourney {
  /** As the builder writes it, with what it means nothing without. */
  readonly set: JsonObject;
  /** What is right with it; left out: what is right without it. */
  readonly right?: readonly Sample[];
  /** Beside what is wrong without it. */
  readonly wrong?: readonly Wrong[];
  /** Instead of those that are refused without it. */
  readonly wrongFiles?: WrongFiles;
  /** Completing refuses that it was left out. */
  readonly isAsked?: true;
  /** What it holds before anybody has touched it, when somebody opens the form. */
  readonly filled?: Sample;
  /** Who fills it in sees this text. */
  readonly shows?: string;
  /** Who fills it in finds this attribute on the input. */
  readonly attribute?: { readonly name: string; readonly value: string };
}

/** When a field that depends on this one is shown. */
export interface ConditionJourney {
  /** Where the field is not as it always is. */
  readonly set?: JsonObject;
  /** Left out for operators that compare with nothing. */
  readonly with?: ConditionValue;
  /** Answers with which it is shown; undefined stands for none. */
  readonly shown: readonly (JsonValue | undefined)[];
  readonly hidden: readonly (JsonValue | undefined)[];
}

export type Conditions = { readonly [operator in Operator]?: ConditionJourney };

export interface KindJourney {
  /** What `/v2` calls it. */
  readonly type: string;
  /** The member of `/v2` that has the value. */
  readonly member: 'text' | 'value' | 'imageFile' | 'files' | 'rows' | 'none';
  readonly by: Hand;
  /** What a field of the kind is never without, as the builder writes it. */
  readonly always?: JsonObject;
  /** What else its template asks for. */
  readonly given?: readonly Given[];
  readonly right: readonly Sample[];
  /** For properties that have nothing to do with what is inside: a large field costs every reader time. */
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

/** Read in all languages as it is kept. */
export const text = (value: string, more: Omit<Value, 'value' | 'reads'> = {}): Value => ({
  value,
  reads: { en: value, de: value },
  ...more,
});

/** Read otherwise than it is kept. */
export const read = (
  value: JsonValue,
  reads: string | Words,
  more: Omit<Value, 'value' | 'reads'> = {},
): Value => ({
  value,
  reads: typeof reads === 'string' ? { en: reads, de: reads } : reads,
  ...more,
});

/** What every field can be told. */
export const ASKED: PropertyJourney = { set: { isRequired: true }, isAsked: true };
export const DESCRIBED: PropertyJourney = {
  set: { description: 'As it says on the plate' },
  shows: 'As it says on the plate',
};
