import { Type } from 'typebox';
import { type JsonObject, member, textOf } from '#kernel/json.ts';

/** The languages that pages and letters are written in. */
const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LanguageShape = Type.Union([Type.Literal('en'), Type.Literal('de')], {
  description: 'As the profile or the identity provider names it; left out where neither does.',
});

/**
 * The language of a person, by `preferredLanguage`, else `locale` (RFC 7643 §4.1.1); undefined where neither names one of
 * ours.
 */
export function languageOf(attributes: JsonObject): Language | undefined {
  const tag = textOf(member(attributes, 'preferredLanguage') ?? member(attributes, 'locale') ?? '');
  const [language] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((each) => each === language);
}
