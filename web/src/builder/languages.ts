// The languages of forms. The builder offers those in which the engine has its own texts. A form may have texts in any
// other one, too, and the engine's own are English there.
import { isObject } from '#kernel/json.ts';

/** The language of texts without a code, unless the form says another one. */
export const UNNAMED_LANGUAGE = 'en';

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

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  RIGHT_TO_LEFT.has(tagOf(language).split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** Returns the language tag of a code (RFC 5646), in small letters: definitions may have `pt_BR` as well as `pt-br`. */
export const tagOf = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** Returns the name of a language in the language of the screen; the code where that has none. */
export function languageName(code: string, shownIn: string): string {
  try {
    return new Intl.DisplayNames(tagOf(shownIn), { type: 'language' }).of(tagOf(code)) ?? code;
  } catch {
    return code; // it looks like a tag, and is none
  }
}

/** Members whose keys are no languages: answers, whose keys are names of fields, and who reviews and fills in what. */
const NO_TEXTS = /^default.*Value$|^correctAnswer$|^value$|^review$|^office$/;

/**
 * Returns the codes of the translated texts in a value, each as often as it occurs. The items of lists are elements,
 * choices and the like, and every object that is a member of one of these is a text.
 */
function codesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(codesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member = null]) => {
    if (NO_TEXTS.test(name)) return [];
    return isObject(member) ? Object.keys(member) : codesIn(member);
  });
}

/**
 * Returns the languages of a form: the default one first, then those of its translated texts. Meant for any definition,
 * also one that the builder cannot show.
 */
export function languagesOf(definition: unknown): readonly string[] {
  const found = new Set(codesIn(definition));
  const locale = isObject(definition) ? definition['locale'] : undefined;
  const byDefault = typeof locale === 'string' && locale !== '' ? locale : UNNAMED_LANGUAGE;
  for (const known of ['default', byDefault]) found.delete(known);
  return [byDefault, ...[...found].toSorted()];
}

/**
 * Returns the first language of the form that is wanted, by its full code before its base (`pt` for `pt-br`), else the
 * default one, which is the first of `languages`.
 */
export function languageAmong(languages: readonly string[], wanted: readonly string[]): string {
  for (const tag of wanted) {
    const code = tagOf(tag);
    const [base = ''] = code.split('-');
    const found =
      languages.find((each) => tagOf(each) === code) ??
      languages.find((each) => tagOf(each) === base) ??
      languages.find((each) => tagOf(each).split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return languages[0] ?? 'en';
}
