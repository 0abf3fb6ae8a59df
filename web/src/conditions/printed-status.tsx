import { Text } from '@mantine/core';
import { usePrinting } from '#web/components/use-printing.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { AnswerSearch } from './answer-search.ts';

/** Says on paper which status was chosen, which the filter says on the screen. */
export function PrintedStatus({ status }: Pick<AnswerSearch, 'status'>) {
  const { t } = useTranslation();
  const isPrinting = usePrinting();
  if (!isPrinting || status === undefined) return undefined;
  return (
    <Text size="sm">
      {t('forms.status')}: {t(`forms.statuses.${status}`)}
    </Text>
  );
}
