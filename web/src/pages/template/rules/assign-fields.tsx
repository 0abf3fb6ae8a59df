import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Textarea,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { titleOf } from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import type { Reference } from '#web/builder/names.ts';
import { TemplatePicker } from '#web/lists/template-picker.tsx';
import classes from '#web/pages/template/editing/builder.module.css';
import { useTranslation } from '#web/texts/texts.ts';
import type { ActionProps } from './action-props.ts';
import { PersonField } from './people-fields.tsx';
import { useFields } from './use-fields.ts';

const MAX_DAYS = 366;
const MAX_INSTRUCTIONS = 2000;

/** Chooses which form is assigned, to whom, until when, and which answers it begins with. */
export function AssignFields({ action, fields, onChange }: ActionProps) {
  const { t } = useTranslation();
  return (
    <>
      <TemplatePicker
        label={t('rules.template')}
        value={action.template}
        onChange={(template) => onChange({ ...action, template, carry: [] })}
      />
      <NativeSelect
        label={t('rules.to')}
        value={action.isCreator ? 'creator' : 'somebody'}
        data={(['somebody', 'creator'] as const).map((value) => ({
          value,
          label: t(`rules.${value}`),
        }))}
        onChange={({ currentTarget }) =>
          onChange({ ...action, isCreator: currentTarget.value === 'creator' })
        }
      />
      {!action.isCreator && <PersonField action={action} onChange={onChange} />}
      <NumberInput
        label={t('rules.due')}
        min={0}
        max={MAX_DAYS}
        allowDecimal={false}
        value={action.dueInDays}
        onChange={(dueInDays) => onChange({ ...action, dueInDays })}
      />
      <Textarea
        label={t('rules.instructions')}
        maxLength={MAX_INSTRUCTIONS}
        autosize
        value={action.instructions}
        onChange={({ currentTarget }) => onChange({ ...action, instructions: currentTarget.value })}
      />
      {action.template !== undefined && (
        <Carry action={action} fields={fields} onChange={onChange} />
      )}
    </>
  );
}

function Carry({ action, fields, onChange }: Omit<ActionProps, 'isAdmin'>) {
  const { t } = useTranslation();
  const { carry } = action;
  const there = useFields(action.template?.id);
  const write = (next: ActionProps['action']['carry']) => onChange({ ...action, carry: next });
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('rules.carry')}</legend>
      <Stack gap="xs">
        {carry.map((each, i) => (
          <Group key={keyOfPlace(i)} gap="xs" align="end" wrap="nowrap">
            <Group gap="xs" flex={1} grow preventGrowOverflow={false}>
              <FieldSelect
                label={t('rules.carryFrom', { number: i + 1 })}
                fields={fields}
                value={each.from}
                onChange={(from) => write(carry.with(i, { ...each, from }))}
              />
              <FieldSelect
                label={t('rules.carryTo', { number: i + 1 })}
                fields={there}
                value={each.to}
                onChange={(to) => write(carry.with(i, { ...each, to }))}
              />
            </Group>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('rules.carryRemove', { number: i + 1 })}
              onClick={() => write(carry.toSpliced(i, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          style={{ alignSelf: 'start' }}
          onClick={() => write([...carry, newCarry(fields, there)])}
        >
          {t('rules.carryAdd')}
        </Button>
      </Stack>
    </fieldset>
  );
}

/** Begins with fields of the same name, which most templates of one organisation have. */
function newCarry(fields: readonly Reference[], there: readonly Reference[]) {
  const known = new Set(there.map(({ name }) => name));
  const from = fields.find(({ name }) => known.has(name)) ?? fields[0];
  const to = there.find(({ name }) => name === from?.name) ?? there[0];
  return { from: from?.name ?? '', to: to?.name ?? '' };
}

interface FieldSelectProps {
  readonly label: string;
  readonly fields: readonly Reference[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function FieldSelect({ label, fields, value, onChange }: FieldSelectProps) {
  const isKnown = fields.some(({ name }) => name === value);
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[
        ...(isKnown ? [] : [{ value, label: value }]),
        ...fields.map(({ name, field }) => ({ value: name, label: titleOf(field) })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
