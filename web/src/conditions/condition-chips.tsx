import { ActionIcon, Group, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { AnswerField } from '#answer-tables/app-types.ts';
import { isRelative } from '#kernel/relative-days.ts';
import { dayText } from '#web/components/time-text.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Condition, listOf } from './conditions.ts';
import { titleOf } from './field-titles.ts';

interface ConditionChipsProps {
  readonly conditions: readonly Condition[];
  readonly fields: readonly AnswerField[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** The conditions that are set, each with a button that removes it. */
export function ConditionChips({ conditions, fields, onChange }: ConditionChipsProps) {
  const { t } = useTranslation();
  const textOf = useConditionText(fields);
  if (conditions.length === 0) return undefined;
  return (
    <Group gap="xs" component="ul" aria-label={t('answers.conditions')} p={0} m={0}>
      {conditions.map((condition) => {
        const text = textOf(condition);
        return (
          <Paper
            key={JSON.stringify(condition)}
            component="li"
            withBorder
            px="xs"
            py={2}
            maw="100%"
            style={{ listStyle: 'none' }}
          >
            <Group gap={4} wrap="nowrap">
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {text}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t('answers.remove', { condition: text })}
                onClick={() => onChange(conditions.filter((each) => each !== condition))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Group>
          </Paper>
        );
      })}
    </Group>
  );
}

function useConditionText(fields: readonly AnswerField[]) {
  const { t, i18n } = useTranslation();
  const dayOf = (day: string, op: Condition['op']): string => {
    if (!isRelative(day)) return dayText(day, i18n.locale);
    const isBeside = op === 'before' || op === 'after';
    return t(isBeside ? `answers.besideDays.${day}` : `answers.days.${day}`);
  };
  return (condition: Condition): string => {
    const field = fields.find(({ id }) => id === condition.field);
    const shown = listOf(condition).map((value) => {
      if (field?.kind === 'choice') {
        return field.choices.find((choice) => choice.value === value)?.text ?? String(value);
      }
      if (typeof value === 'number')
        return value.toLocaleString(i18n.language, { maximumFractionDigits: 20 });
      return field?.kind === 'date' ? dayOf(value, condition.op) : value;
    });
    const [value = '', to = ''] = shown;
    return t(`answers.says.${condition.op}`, {
      field: field ? titleOf(field) : t('answers.goneField'),
      value: condition.op === 'any' || condition.op === 'none' ? shown.join(', ') : value,
      to,
    });
  };
}
