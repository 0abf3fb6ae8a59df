import { Type } from 'typebox';
import { type JsonObject, member, textOf } from '#kernel/json.ts';

/** The languages of pages and letters. */
const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LanguageShape = Type.Union([Type.Literal('en'), Type.Literal('de')], {
  description:
    'The language from the profile or the identity provider. Left out if neither has one.',
});

/**
 * Returns the language of a person from `preferredLanguage`, or else `locale` (RFC 7643 §4.1.1); undefined if neither
 * names a supported language.
 */
export function languageOf(attributes: JsonObject): Language | undefined {
  const tag = textOf(member(attributes, 'preferredLanguage') ?? member(attributes, 'locale') ?? '');
  const [language] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((each) => each === language);
}
