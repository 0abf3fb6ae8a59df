// The language in which a form is shown: one of its own languages, by what people chose and read.
import { tagOf } from '#web/builder/languages.ts';

const STORED_AS = 'form-language';

/** What somebody chose for forms in this browser; it also holds for other forms in that language. */
export const chosenFormLanguage = (): string | undefined =>
  localStorage.getItem(STORED_AS) ?? undefined;

export function keepFormLanguage(language: string): void {
  localStorage.setItem(STORED_AS, language);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls the listener after each choice. @returns a function that stops this */
export function listenForChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
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
