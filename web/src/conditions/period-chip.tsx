import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '#web/texts/texts.ts';
import { usePeriodText } from './period-text.ts';
import type { Period } from './periods.ts';

interface PeriodChipProps {
  readonly period: Period;
  readonly onClear: () => void;
}

/** The chosen period, and the one that it is compared with, with a button that removes both. */
export function PeriodChip({ period, onClear }: PeriodChipProps) {
  const { t } = useTranslation();
  const said = usePeriodText(period);
  if (said === undefined) return undefined;
  return (
    <Paper withBorder px="xs" py={2} w="fit-content" maw="100%">
      <Group gap={4} wrap="nowrap">
        <Text size="sm">{said}</Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className="no-print"
          aria-label={t('answers.remove', { condition: said })}
          onClick={onClear}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
