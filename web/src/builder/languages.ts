// The languages that a form can be translated into: those in which the engine has its own texts.
import { isList, isObject, type Json, textOf, UNNAMED_LANGUAGE } from './definition.ts';

/** Codes as SurveyJS spells them. */
export const FORM_LANGUAGES = [
  'ar',
  'bg',
  'ca',
  'cs',
  'cy',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'nl',
  'no',
  'pl',
  'pt',
  'pt-br',
  'ro',
  'ru',
  'sk',
  'sl',
  'sv',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-cn',
  'zh-tw',
] as const;
export type FormLanguage = (typeof FORM_LANGUAGES)[number];

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);

export const isFormLanguage = (code: string): code is FormLanguage =>
  FORM_LANGUAGES.some((each) => each === code);

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** Returns the name of a language in the language of the screen. */
export const languageName = (code: string, shownIn: string): string =>
  new Intl.DisplayNames(shownIn, { type: 'language' }).of(code) ?? code;

/** Members with answers, whose keys are names of fields. */
const ANSWERS = /^default.*Value$|^correctAnswer$/;

/** Returns the codes of the translated texts in a value, each as often as it occurs. */
function codesIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(codesIn);
  if (!isObject(value)) return [];
  const keys = Object.keys(value);
  const isText = keys.length > 0 && keys.every((key) => key === 'default' || isFormLanguage(key));
  if (isText) return keys;
  return keys.flatMap((key) => (ANSWERS.test(key) ? [] : codesIn(value[key] ?? null)));
}

/**
 * Returns the languages of a form: the default one first, then those of its translated texts. Meant for any definition,
 * also one that the builder cannot show.
 */
export function languagesOf(definition: Json): readonly string[] {
  const found = new Set(codesIn(definition));
  const byDefault = (isObject(definition) && textOf(definition['locale'])) || UNNAMED_LANGUAGE;
  for (const known of ['default', byDefault]) found.delete(known);
  return [byDefault, ...[...found].toSorted()];
}
