// What the templates of the gallery are written with: each text in English, the default, and in German.
import type { Field, JsonObject, Page } from '#web/builder/definition.ts';

/** A text in both languages. */
export type Words = { readonly default: string; readonly de: string };

export const say = (en: string, de: string): Words => ({ default: en, de });

export interface GalleryTemplate {
  /** Also the name of its place in the address. */
  readonly id: string;
  readonly name: Words;
  /** What it is for, in one sentence. */
  readonly description: Words;
  readonly definition: { readonly pages: readonly Page[] };
}

export const page = (name: string, title: Words, elements: readonly Field[]): Page => ({
  name,
  title,
  elements,
});

const field =
  (type: string, fixed: JsonObject = {}) =>
  (name: string, title: Words, more: JsonObject = {}): Field => ({
    type,
    ...fixed,
    name,
    title,
    ...more,
  });

export const text = field('text');
export const long = field('comment');
export const number = field('text', { inputType: 'number' });
export const day = field('text', { inputType: 'date' });
export const time = field('text', { inputType: 'time' });
export const moment = field('text', { inputType: 'datetime-local' });
export const email = field('text', { inputType: 'email' });
export const phone = field('text', { inputType: 'tel' });
export const yesNo = field('boolean');
export const rating = field('rating');
export const slider = field('slider');
export const person = field('person');
export const photo = field('file', {
  acceptedTypes: 'image/*',
  sourceType: 'file-camera',
  storeDataAsText: false,
});
export const file = field('file', { storeDataAsText: false });
export const signature = field('signaturepad', { storeDataAsText: false });
export const calculated = field('expression');
export const table = field('matrixdynamic', { rowCount: 1 });
export const fixedRows = field('matrixdropdown');
export const section = field('panel');

type Choice = { readonly value: string; readonly text: Words };

export const choice = (value: string, en: string, de: string): Choice => ({
  value,
  text: say(en, de),
});

const select =
  (type: string) =>
  (name: string, title: Words, choices: readonly Choice[], more: JsonObject = {}): Field => ({
    type,
    name,
    title,
    choices,
    ...more,
  });

export const oneOf = select('radiogroup');
export const dropdown = select('dropdown');
export const several = select('checkbox');

export const column = (
  name: string,
  title: Words,
  more: JsonObject = { cellType: 'text' },
): JsonObject => ({ name, title, ...more });

export const needed = { isRequired: true } as const;
/** Shown beside the field before it. */
export const beside = { startWithNewLine: false } as const;

/** Good, to be watched, or faulty: the question of all checks. */
export const CONDITION: readonly Choice[] = [
  choice('ok', 'OK', 'In Ordnung'),
  choice('fault', 'Fault', 'Mangel'),
  choice('none', 'Not there', 'Nicht vorhanden'),
];
