// The words that pages have for an answer of the service, in each of their languages.
import { errors as german } from '#web/locales/de/errors.ts';
import { errors as english } from '#web/locales/en/errors.ts';
import type { Answer } from './instance.ts';

const WORDS = { en: english, de: german } as const;

/** Returns the key of the text for an answer: that of its reason, if it has one, else that of its code. */
export function keyOf(answer: Pick<Answer, 'at'>): string {
  const reason = answer.at('reason');
  return typeof reason === 'string' ? `errorReasons.${reason}` : `errors.${answer.at('code')}`;
}

/** Returns the text of a key, filled in with the members of the answer. */
export function wordsFor(language: 'en' | 'de', answer: Pick<Answer, 'at'>): string {
  const [group = '', name = ''] = keyOf(answer).split('.');
  const text = String(Object(Object(WORDS[language])[group])[name]);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, member: string) => String(answer.at(member)));
}
