import { Group, NativeSelect, Text } from '@mantine/core';
import { titleOf } from '#web/builder/definition.ts';
import { officeIn } from '#web/builder/office.ts';
import {
  ConditionValueField,
  startingValue,
} from '#web/pages/template/conditions/condition-value.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';

const FIXED = ' fixed';

/** Chooses a field that only rules may set, and what it is set to: a value, or the answer to another field. */
export function SetFields({ action, fields, onChange }: ActionProps) {
  const { t } = useTranslation();
  const { setField, setValue, setFrom } = action;
  const settable = fields.filter(({ field }) => officeIn(field)?.step === 'rules');
  const known = settable.find(({ name }) => name === setField)?.field;
  if (settable.length === 0) return <Text size="sm">{t('rules.noneToSet')}</Text>;
  return (
    <Group gap="xs" align="end" grow preventGrowOverflow={false}>
      <NativeSelect
        label={t('rules.setField')}
        value={setField}
        data={[
          { value: '', label: t('rules.choose') },
          ...settable.map(({ name, field }) => ({ value: name, label: titleOf(field) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const field = settable.find(({ name }) => name === value)?.field;
          onChange({ ...action, setField: value, setValue: startingValue(field) });
        }}
      />
      <NativeSelect
        label={t('rules.setTo')}
        value={setFrom === '' ? FIXED : setFrom}
        data={[
          { value: FIXED, label: t('rules.setValue') },
          ...fields.map(({ name, field }) => ({ value: name, label: titleOf(field) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...action, setFrom: value === FIXED ? '' : value })
        }
      />
      {setFrom === '' && setField !== '' && (
        <ConditionValueField
          label={t('rules.setValue')}
          field={known}
          value={setValue}
          onChange={(value) => onChange({ ...action, setValue: value })}
        />
      )}
    </Group>
  );
}
