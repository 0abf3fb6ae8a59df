// The language in which a form is shown: one of its own languages, by what people chose and read.

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
