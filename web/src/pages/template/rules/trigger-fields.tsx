import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { titleOf } from '#web/builder/definition.ts';
import type { Reference } from '#web/builder/names.ts';
import { weekdayText } from '#web/components/calendar-formats.ts';
import {
  ConditionValueField,
  startingValue,
} from '#web/pages/template/conditions/condition-value.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { type RuleValues, WEEKDAYS } from './rule-draft.ts';

type Values = Pick<RuleValues, 'trigger' | 'became' | 'schedule'>;

interface TriggerFieldsProps {
  readonly values: Values;
  readonly fields: readonly Reference[];
  readonly onChange: (changed: Partial<Values>) => void;
}

/** Says which value a field becomes, or at what times a rule runs, for the triggers that need it. */
export function TriggerFields({ values, fields, onChange }: TriggerFieldsProps) {
  if (values.trigger === 'value') {
    return (
      <BecameFields
        became={values.became}
        fields={fields}
        onChange={(became) => onChange({ became })}
      />
    );
  }
  if (values.trigger === 'schedule') {
    return (
      <ScheduleFields
        schedule={values.schedule}
        onChange={(changed) => onChange({ schedule: { ...values.schedule, ...changed } })}
      />
    );
  }
  return undefined;
}

interface BecameFieldsProps {
  readonly became: Values['became'];
  readonly fields: readonly Reference[];
  readonly onChange: (became: Values['became']) => void;
}

function BecameFields({ became, fields, onChange }: BecameFieldsProps) {
  const { t } = useTranslation();
  const { field, value } = became;
  const known = fields.find(({ name }) => name === field)?.field;
  return (
    <Group gap="xs" align="end" grow preventGrowOverflow={false}>
      <NativeSelect
        label={t('rules.becameField')}
        value={field}
        data={[
          { value: '', label: t('rules.choose') },
          ...fields.map((each) => ({ value: each.name, label: titleOf(each.field) })),
        ]}
        onChange={({ currentTarget: { value: name } }) =>
          onChange({
            field: name,
            value: startingValue(fields.find((each) => each.name === name)?.field),
          })
        }
      />
      {field !== '' && (
        <ConditionValueField
          label={t('rules.becameValue')}
          field={known}
          value={value}
          onChange={(next) => onChange({ field, value: next })}
        />
      )}
    </Group>
  );
}

interface ScheduleFieldsProps {
  readonly schedule: Values['schedule'];
  readonly onChange: (changed: Partial<Values['schedule']>) => void;
}

function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { t, i18n } = useTranslation();
  const { every, weekday, time, over } = schedule;
  return (
    <Stack gap="xs">
      <Group gap="xs" align="end" grow preventGrowOverflow={false}>
        <NativeSelect
          label={t('rules.every')}
          value={every}
          data={(['day', 'week'] as const).map((value) => ({
            value,
            label: t(`rules.everyOf.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            onChange({ every: currentTarget.value === 'week' ? 'week' : 'day' })
          }
        />
        {every === 'week' && (
          <NativeSelect
            label={t('rules.weekday')}
            value={weekday}
            data={WEEKDAYS.map((value, i) => ({
              value,
              // 1 January 2024 was a Monday.
              label: weekdayText(new Date(Date.UTC(2024, 0, i + 1)), i18n.locale, 'UTC'),
            }))}
            onChange={({ currentTarget }) =>
              onChange({ weekday: WEEKDAYS.find((each) => each === currentTarget.value) ?? 'mo' })
            }
          />
        )}
        <TextInput
          type="time"
          label={t('rules.time')}
          required
          value={time}
          onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
        />
        <NativeSelect
          label={t('rules.over')}
          value={over}
          data={(['draft', 'complete'] as const).map((value) => ({
            value,
            label: t(`rules.overOf.${value}`),
          }))}
          onChange={({ currentTarget }) =>
            onChange({ over: currentTarget.value === 'complete' ? 'complete' : 'draft' })
          }
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('rules.scheduleNote')}
      </Text>
    </Stack>
  );
}
