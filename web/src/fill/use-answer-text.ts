import { codeText, placeText, sketchText } from '#questionnaires/reading/structured-text.ts';
import { type Answers, isRecord } from '#web/offline/merge.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Returns the text of a file, a place, a code or a drawing; undefined for anything else. */
const textOfKind = (value: Answers): string | undefined =>
  fileName(value) ?? placeText(value) ?? codeText(value) ?? sketchText(value);

const fileName = ({ id, name }: Answers): string | undefined =>
  typeof id === 'string' && typeof name === 'string' ? name : undefined;

/** Returns a function that writes any answer as one line of text. */
export function useAnswerText(): (value: unknown) => string {
  const { t } = useTranslation();
  const text = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('fill.noAnswer');
    if (typeof value === 'boolean') return t(value ? 'fill.yes' : 'fill.no');
    if (Array.isArray(value)) return value.map(text).join(', ');
    if (!isRecord(value)) return String(value);
    return (
      textOfKind(value) ??
      Object.entries(value)
        .map(([name, each]) => `${name}: ${text(each)}`)
        .join('; ')
    );
  };
  return text;
}
