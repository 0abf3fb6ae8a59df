import type { ListColumn } from '#lists/list.ts';
import { useTranslation } from '#web/texts/texts.ts';

const TYPES = ['text', 'number', 'date'] as const;

/** Returns the types of columns as a menu offers them. */
export function useTypeChoices() {
  const { t } = useTranslation();
  return TYPES.map((value) => ({ value, label: t(`sharedLists.types.${value}`) }));
}

/** Returns the type that was chosen. */
export const columnType = (chosen: string): ListColumn['type'] =>
  TYPES.find((type) => type === chosen) ?? 'text';
