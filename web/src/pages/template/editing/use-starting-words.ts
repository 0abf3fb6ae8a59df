import type { Kind, StartingWords } from '#web/builder/kinds.ts';
import { useTranslation } from '#web/texts/texts.ts';

const SCALE = ['disagreeStrongly', 'disagree', 'neither', 'agree', 'agreeStrongly'] as const;

/** Returns a function that gives the texts with which a new field of a type starts. */
export function useStartingWords(): (kind: Kind) => Omit<StartingWords, 'name'> {
  const { t } = useTranslation();
  return (kind) => ({
    title: t(`builder.kinds.${kind}`),
    choices: [1, 2, 3].map((number) => t('builder.firstChoice', { number })),
    rows: [1, 2, 3].map((number) => t('builder.rows.row', { number })),
    scale: SCALE.map((step) => t(`builder.scale.${step}`)),
    column: { name: 'column_1', title: t('builder.columns.column', { number: 1 }) },
  });
}
