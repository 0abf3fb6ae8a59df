/** The languages of pages, letters and files, and of the engine's texts. Forms can be written in others too. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];
/** The tags by which `Intl` writes dates and lists of a language. */
export const REGIONS = { en: 'en-GB', de: 'de-DE' } as const;
