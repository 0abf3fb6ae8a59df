import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RetentionChange, tryRetention } from '#web/api/retention.ts';
import { useTranslation } from '#web/texts/texts.ts';

const PAUSE_MS = 400;
/** The server stops counting here. */
const MOST = 10_000;

interface RetentionTrialProps {
  readonly templateId: string;
  readonly change: RetentionChange;
}

/** Says how many forms the chosen terms would affect today, before they are saved. */
export function RetentionTrial({ templateId, change }: RetentionTrialProps) {
  const { t, i18n } = useTranslation();
  const [settled] = useDebouncedValue(JSON.stringify(change), PAUSE_MS);
  const { data, isError } = useQuery({
    queryKey: ['retention-trial', templateId, settled],
    queryFn: () => tryRetention(templateId, change),
    placeholderData: keepPreviousData,
  });
  // What is not complete yet, such as no chosen field, is said when it is saved.
  if (isError || data === undefined) return <Text size="sm">&nbsp;</Text>;
  const { count } = data;
  const isMore = count > MOST;
  const number = `${(isMore ? MOST : count).toLocaleString(i18n.language)}${isMore ? '+' : ''}`;
  const { action } = change;
  return (
    <Text component="output" size="sm" fw={550}>
      {t(`templates.retention.trial.${action === 'blank' ? 'blank' : 'delete'}`, { count, number })}
    </Text>
  );
}
