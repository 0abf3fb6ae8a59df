import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '#web/texts/texts.ts';
import { type Period, spanText } from './periods.ts';

interface PeriodChipProps {
  readonly period: Period;
  readonly onClear: () => void;
}

/** The chosen period, and the one that it is compared with, with a button that removes both. */
export function PeriodChip({ period, onClear }: PeriodChipProps) {
  const { t, i18n } = useTranslation();
  const chosen = spanText(period.from, period.to, i18n.locale);
  const compared = spanText(period.compareFrom, period.compareTo, i18n.locale);
  if (chosen === undefined && compared === undefined) return undefined;
  const text = [
    t('summary.createdIn', { period: chosen ?? t('summary.always') }),
    ...(compared === undefined ? [] : [t('summary.comparedTo', { period: compared })]),
  ].join(', ');
  return (
    <Paper withBorder px="xs" py={2} w="fit-content" maw="100%">
      <Group gap={4} wrap="nowrap">
        <Text size="sm">{text}</Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          className="no-print"
          aria-label={t('answers.remove', { condition: text })}
          onClick={onClear}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
