/** The languages of pages, letters and files, and of the engine's texts. Forms can be written in others too. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
/** The tags by which `Intl` writes dates and lists of a language. */
export const REGIONS = { en: 'en-GB', de: 'de-DE' } as const;

/** Returns the first language of an Accept-Language header that Formstead has; undefined for none. Weights don't count. */
export function askedLocale(languages = ''): Locale | undefined {
  const tags = languages.split(',').map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return tags.map((tag) => LOCALES.find((each) => each === tag)).find((found) => found);
}
