import { useSyncExternalStore } from 'react';
import { chosenFormLanguage, languageAmong, listenForChoice } from './form-language.ts';

/** Returns the language that a form is shown in, of its own `languages`, also after somebody has chosen another one. */
export function useFormLanguage(languages: readonly string[], shown: string): string {
  const picked = useSyncExternalStore(listenForChoice, chosenFormLanguage);
  if (languages.length <= 1) return shown;
  const chosen = picked === undefined ? [] : [picked];
  return languageAmong(languages, [...chosen, shown, ...navigator.languages]);
}
