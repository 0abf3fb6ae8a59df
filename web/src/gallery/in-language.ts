import { shownLanguage } from '#web/texts/i18n.ts';
import type { Words } from './parts.ts';

/** Returns the words in the language of the screen. */
export const inLanguage = (words: Words): string =>
  shownLanguage() === 'de' ? words.de : words.default;
