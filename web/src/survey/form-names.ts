import { useMemo } from 'react';
import { isObject, type Json, textOf } from '../builder/definition.ts';
import { languagesOf } from '../builder/languages.ts';
import { useTranslation } from '../texts.ts';
import { useFormLanguage } from './use-form-language.ts';

/** The name and the description of a template in the language that its form is shown in, as far as they are translated. */
export function useFormNames(definition: object): {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
} {
  const { i18n } = useTranslation();
  const read: Json = useMemo(() => JSON.parse(JSON.stringify(definition)), [definition]);
  const languages = useMemo(() => languagesOf(read), [read]);
  const language = useFormLanguage(languages, i18n.language);
  const wordsOf = (property: string): string | undefined => {
    const texts = isObject(read) ? read[property] : undefined;
    return (isObject(texts) && textOf(texts[language])) || undefined;
  };
  return { name: wordsOf('title'), description: wordsOf('description') };
}
