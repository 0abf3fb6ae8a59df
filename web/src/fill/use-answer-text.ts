import { isRecord } from '../offline/merge.ts';
import { useTranslation } from '../texts.ts';

/** Returns a function that writes any answer as one line of text. */
export function useAnswerText(): (value: unknown) => string {
  const { t } = useTranslation();
  const text = (value: unknown): string => {
    if (value === undefined || value === null || value === '') return t('fill.noAnswer');
    if (typeof value === 'boolean') return t(value ? 'fill.yes' : 'fill.no');
    if (Array.isArray(value)) return value.map(text).join(', ');
    if (!isRecord(value)) return String(value);
    if (typeof value['id'] === 'string' && typeof value['name'] === 'string') return value['name'];
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${text(each)}`)
      .join('; ');
  };
  return text;
}
