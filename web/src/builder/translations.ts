// The texts of a form in its languages. A text in several languages is an object with the key `default` and the codes
// of the others, as SurveyJS has it; `locale` of the form says which language `default` is.
import {
  type Definition,
  isList,
  isObject,
  type Json,
  readDefinition,
  textOf,
} from './definition.ts';
import { type FormText, shownText, textsOf } from './form-texts.ts';
import { UNNAMED_LANGUAGE } from './languages.ts';

export const defaultLanguage = (definition: Definition): string =>
  textOf(definition['locale']) || UNNAMED_LANGUAGE;

/** Returns the other languages that the form has texts in, in the order of their codes. */
export function translatedLanguages(definition: Definition): readonly string[] {
  const found = new Set<string>();
  for (const { value } of textsOf(definition)) {
    if (!isObject(value)) continue;
    for (const key of Object.keys(value)) if (key !== 'default') found.add(key);
  }
  found.delete(defaultLanguage(definition));
  return [...found].toSorted();
}

/**
 * Returns the text in a language; undefined where it is missing. Once the default language has been changed, a text
 * without a translation lends its old one to `default`: it then equals the text of that other language, and is missing
 * in the default one unless it is also there under its own code.
 */
export function textIn(value: Json, language: string, byDefault: string): string | undefined {
  if (!isObject(value)) return language === byDefault ? shownText(value) || undefined : undefined;
  const own = textOf(value[language]) || undefined;
  if (own !== undefined || language !== byDefault) return own;
  const given = textOf(value['default']) || undefined;
  const isLent = Object.entries(value).some(([key, text]) => key !== 'default' && text === given);
  return isLent ? undefined : given;
}

/** Returns the texts of a value by their languages. */
function allTexts(value: Json, byDefault: string): ReadonlyMap<string, string> {
  const keys = isObject(value) ? Object.keys(value).filter((key) => key !== 'default') : [];
  return new Map(
    [...new Set([byDefault, ...keys])].flatMap((language) => {
      const text = textIn(value, language, byDefault);
      return text === undefined ? [] : [[language, text] as const];
    }),
  );
}

/** Returns the value with another text in one language; undefined for what is left out. */
export function withText(value: Json, language: string, text: string, byDefault: string): Json {
  const all = new Map(allTexts(value, byDefault));
  if (text === '') all.delete(language);
  else all.set(language, text);
  return shortest(all, byDefault, shownText(value));
}

/** Returns the shortest value that {@link textIn} reads the texts from. */
function shortest(texts: ReadonlyMap<string, string>, byDefault: string, shown: string): Json {
  const own = texts.get(byDefault);
  const others = [...texts].filter(([language]) => language !== byDefault);
  // What people read where a translation is missing; it stays when the default language has no text.
  const lent = others.find(([, text]) => text === shown)?.[1] ?? others[0]?.[1] ?? shown;
  const base = own ?? lent;
  if (others.length === 0) return base;
  const isTold = own !== undefined && others.some(([, text]) => text === own);
  return Object.fromEntries([
    ['default', base],
    ...(isTold ? [[byDefault, own] as const] : []),
    ...others.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

interface Change {
  readonly text: FormText;
  readonly value: Json;
}

/** Returns the definition with other values of some texts. */
function withValues(definition: Definition, changes: readonly Change[]): Definition {
  const byPlace = new Map(changes.map(({ text, value }) => [text.at.join('\n'), value]));
  const rewrite = (each: Json, at: string): Json => {
    const changed = byPlace.get(at);
    if (changed !== undefined) return isListed(at) ? asChoice(each, changed) : changed;
    if (isList(each))
      return each.map((item, i) => rewrite(item, at === '' ? `${i}` : `${at}\n${i}`));
    if (!isObject(each)) return each;
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [
        key,
        inner === undefined ? inner : rewrite(inner, at === '' ? key : `${at}\n${key}`),
      ]),
    );
  };
  return readDefinition(rewrite(definition, '')) ?? definition;
}

const isListed = (at: string): boolean => /\n(?:choices|rateValues)\n\d+$/.test(at);

/** A choice that is a plain value needs a text of its own to have it in several languages. */
function asChoice(choice: Json, text: Json): Json {
  if (isObject(choice)) return { ...choice, text };
  return text === choice ? choice : { value: choice, text };
}

/** Sets the text of a key in a language; an empty one removes it. */
export const translate = (
  definition: Definition,
  text: FormText,
  language: string,
  words: string,
): Definition =>
  withValues(definition, [
    { text, value: withText(text.value, language, words, defaultLanguage(definition)) },
  ]);

export interface Translation {
  readonly key: string;
  readonly language: string;
  readonly text: string;
}

/** Sets many texts at once. Unknown keys are left out. */
export function translateAll(
  definition: Definition,
  translations: readonly Translation[],
): Definition {
  const byDefault = defaultLanguage(definition);
  const byKey = new Map<string, Translation[]>();
  for (const each of translations) byKey.set(each.key, [...(byKey.get(each.key) ?? []), each]);
  const changes = textsOf(definition).flatMap((text): readonly Change[] => {
    const wanted = byKey.get(text.key);
    if (wanted === undefined) return [];
    const value = wanted.reduce(
      (before, each) => withText(before, each.language, each.text, byDefault),
      text.value,
    );
    return [{ text, value }];
  });
  return withValues(definition, changes);
}

/** Removes all texts of a language that is not the default one. */
export const removeLanguage = (definition: Definition, language: string): Definition =>
  translateAll(
    definition,
    textsOf(definition).map(({ key }) => ({ key, language, text: '' })),
  );

/** Makes another language the default one. Every text stays, in its language. */
export function changeDefault(definition: Definition, language: string): Definition {
  const before = defaultLanguage(definition);
  const changes = textsOf(definition).map((text) => {
    const { value } = text;
    return { text, value: shortest(allTexts(value, before), language, shownText(value)) };
  });
  return { ...withValues(definition, changes), locale: language };
}

/** Returns how many texts are missing in each of the languages. */
export function missingIn(
  definition: Definition,
  languages: readonly string[],
): ReadonlyMap<string, number> {
  const byDefault = defaultLanguage(definition);
  const texts = textsOf(definition);
  return new Map(
    languages.map((language) => [
      language,
      texts.filter(({ value }) => textIn(value, language, byDefault) === undefined).length,
    ]),
  );
}
