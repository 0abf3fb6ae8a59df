import { isRecord } from '#web/offline/merge.ts';
import { useFormLanguage } from './use-form-language.ts';

/** The name and the description of a template in the language that its form is shown in, as far as they are translated. */
export function useFormNames(definition: object): {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
} {
  const { wanted } = useFormLanguage(definition);
  const wordsOf = (texts: unknown): string | undefined => {
    const words = isRecord(texts) ? texts[wanted] : undefined;
    return typeof words === 'string' && words !== '' ? words : undefined;
  };
  const { title, description } = { title: undefined, description: undefined, ...definition };
  return { name: wordsOf(title), description: wordsOf(description) };
}
