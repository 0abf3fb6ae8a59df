import { Type } from 'typebox';
import { LocaleShape } from '#http/shapes.ts';
import { type JsonObject, member, textOf } from '#kernel/json.ts';
import { LOCALES, type Locale } from '#kernel/locale.ts';

export const LanguageShape = Type.Union(LocaleShape.anyOf, {
  description:
    'The language from the profile or the identity provider. Left out if neither has one.',
});

/**
 * Returns the language of a person from `preferredLanguage`, or else `locale` (RFC 7643 §4.1.1); undefined if neither
 * names a supported language.
 */
export function languageOf(attributes: JsonObject): Locale | undefined {
  const tag = textOf(member(attributes, 'preferredLanguage') ?? member(attributes, 'locale') ?? '');
  const [language] = tag.toLowerCase().split(/[-_]/);
  return LOCALES.find((each) => each === language);
}
