import { isObject, type JsonObject, member } from '#kernel/json.ts';

/** The name and the description of a template in further languages, by their codes. */
export type NameTranslations = Readonly<
  Record<string, { readonly name?: string; readonly description?: string }>
>;

/** The most characters of a translation: lists show it for each of their templates. */
const MAX_LENGTH = 1000;

/**
 * Returns the translations of a template's name and description: the title and the description of its definition in other
 * languages than the default one, in which the template itself has them. undefined: there are none.
 */
export function nameTranslationsIn(definition: JsonObject): NameTranslations | undefined {
  const found = new Map<string, { name?: string; description?: string }>();
  for (const [property, as] of [
    ['title', 'name'],
    ['description', 'description'],
  ] as const) {
    const texts = member(definition, property);
    if (!isObject(texts)) continue;
    for (const [language, text] of Object.entries(texts)) {
      if (language === 'default' || typeof text !== 'string' || text.trim() === '') continue;
      if (text.length <= MAX_LENGTH) found.set(language, { ...found.get(language), [as]: text });
    }
  }
  return found.size === 0 ? undefined : Object.fromEntries(found);
}

/** Reads them as they are stored. */
export const readNameTranslations = (text: string | null): NameTranslations | undefined =>
  text === null ? undefined : JSON.parse(text);
