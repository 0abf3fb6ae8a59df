import { useMemo, useSyncExternalStore } from 'react';
import { languageAmong, languagesOf } from '#web/builder/languages.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { chosenFormLanguage, listenForChoice } from './form-language.ts';

/** Returns the languages of a form, and the one that it is shown in, also after somebody has chosen another one. */
export function useFormLanguage(definition: object): {
  readonly languages: readonly string[];
  readonly wanted: string;
} {
  const { language } = useTranslation().i18n;
  const picked = useSyncExternalStore(listenForChoice, chosenFormLanguage);
  // A new object often has the same languages.
  const languages = useMemo(
    () => languagesOf(JSON.parse(JSON.stringify(definition))),
    [definition],
  );
  if (languages.length <= 1) return { languages, wanted: language };
  const chosen = picked === undefined ? [] : [picked];
  return {
    languages,
    wanted: languageAmong(languages, [...chosen, language, ...navigator.languages]),
  };
}
