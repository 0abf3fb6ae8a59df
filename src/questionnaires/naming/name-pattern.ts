// Naming patterns of forms. Browsers load this file too, for the example of a name.
import { fold, MAX_KEY_LENGTH } from '#kernel/text.ts';

export const DEFAULT_PATTERN = '{template} {number}';
/** The longest name of a form, in characters. */
export const MAX_FORM_NAME_LENGTH = 255;
/** The longest pattern, in characters. */
export const MAX_PATTERN_LENGTH = 200;

/** The values of the placeholders in a naming pattern. */
export interface NameValues {
  readonly template: string;
  readonly number: number;
  /** The day of creation, in the time zone of the account, as `YYYY-MM-DD`. */
  readonly day: string;
  /** The display name of the creator. */
  readonly user: string;
  /** Returns the text for the answer to a field of the form. */
  readonly answerTo: (field: string) => string;
}

const PLACEHOLDERS: ReadonlyMap<string, (values: NameValues) => string> = new Map([
  ['template', ({ template }) => template],
  ['number', ({ number }) => String(number)],
  ['date', ({ day }) => day],
  ['user', ({ user }) => user],
]);
export const PART = /\{([^{}]*)\}/g;

/** Precedes the name of a field, which may be one of the placeholders, such as `date`. No field has a dot in its name. */
const ANSWER = 'answer.';

/** Returns the placeholder for the answer to a field. */
export const placeholderFor = (field: string): string =>
  `{${PLACEHOLDERS.has(field) ? ANSWER : ''}${field}}`;

/** Returns the field that a part of a pattern refers to; undefined for the other placeholders. */
export function fieldOf(part: string): string | undefined {
  if (part.startsWith(ANSWER)) return part.slice(ANSWER.length);
  return PLACEHOLDERS.has(part) ? undefined : part;
}

/** The placeholders that are no fields. */
export const KNOWN_PARTS: readonly string[] = [...PLACEHOLDERS.keys()].map((name) => `{${name}}`);

/** Returns the fields whose answers a pattern contains. */
export const fieldsIn = (pattern: string): readonly string[] =>
  [...pattern.matchAll(PART)].flatMap(([, part = '']) => fieldOf(part) ?? []);

/** Returns the name that a checked pattern gives, cut to the longest allowed name. */
export function fillPattern(pattern: string, values: NameValues): string {
  const name = pattern.replaceAll(PART, (_, part: string) => {
    const field = fieldOf(part);
    return field === undefined ? (PLACEHOLDERS.get(part)?.(values) ?? '') : values.answerTo(field);
  });
  return clipName(name.trim());
}

/** Returns a name cut to the longest allowed one. */
export function clipName(name: string): string {
  const cut = name.slice(0, MAX_FORM_NAME_LENGTH);
  // A folded key can be three times as long as the name (U+FB03), and keys have a limit.
  const fits = fold(cut).length <= MAX_KEY_LENGTH ? cut : cut.slice(0, MAX_KEY_LENGTH / 3);
  // The cut may split a surrogate pair; its first half is dropped.
  return fits.replace(/[\ud800-\udbff]$/, '').trimEnd();
}
