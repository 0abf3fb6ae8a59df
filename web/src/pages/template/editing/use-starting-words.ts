import type { Kind, StartingWords } from '#web/builder/kinds.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Returns a function that gives the texts with which a new field of a type starts. */
export function useStartingWords(): (kind: Kind) => Omit<StartingWords, 'name'> {
  const { t } = useTranslation();
  return (kind) => ({
    title: t(`builder.kinds.${kind}`),
    choices: [1, 2, 3].map((number) => t('builder.firstChoice', { number })),
    column: { name: 'column_1', title: t('builder.columns.column', { number: 1 }) },
  });
}
