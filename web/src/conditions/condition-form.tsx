import { Button, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AnswerField } from '#answer-tables/app-types.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Condition, type Operator, operatorsOf } from './conditions.ts';
import { titleOf } from './field-titles.ts';
import { conditionOf, inputTypeOf, type TypedValues, textsFor } from './typed-condition.ts';
import { ValueInput } from './value-input.tsx';

interface ConditionFormProps {
  readonly fields: readonly AnswerField[];
  readonly onAdd: (condition: Condition) => void;
}

/** A button that opens a small form, which adds a condition on the answers to a field. */
export function ConditionForm({ fields, onAdd }: ConditionFormProps) {
  const { t } = useTranslation();
  const [isOpen, { close, toggle }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      trapFocus
      position="bottom-start"
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden />}
          onClick={toggle}
        >
          {t('answers.add')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('answers.add')}>
        <Fields
          fields={fields}
          onAdd={(condition) => {
            onAdd(condition);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ fields, onAdd }: ConditionFormProps) {
  const { t } = useTranslation();
  const [id, setId] = useState(fields[0]?.id ?? '');
  const field = fields.find((each) => each.id === id) ?? fields[0];
  const [chosen, setChosen] = useState<Operator>();
  const [typed, setTyped] = useState<TypedValues>();
  if (!field) return undefined;
  const operators = operatorsOf(field.kind);
  const op =
    chosen !== undefined && operators.includes(chosen) ? chosen : (operators[0] ?? 'blank');
  const type = inputTypeOf(field.kind, op);
  const texts = textsFor(field, op, typed);
  const isWhole = texts.every((text) => text.trim() !== '');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) onAdd(conditionOf(field, op, texts));
  };
  return (
    <form onSubmit={add}>
      <Stack gap="xs" w={280} maw="80vw">
        <NativeSelect
          label={t('answers.field')}
          value={field.id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value);
            setTyped(undefined);
          }}
          data={fields.map((each) => ({
            value: each.id,
            label: each.isRetired ? t('answers.retired', { title: titleOf(each) }) : titleOf(each),
          }))}
        />
        <NativeSelect
          label={t('answers.operator')}
          value={op}
          onChange={({ currentTarget }) =>
            setChosen(operators.find((each) => each === currentTarget.value))
          }
          data={operators.map((value) => ({ value, label: t(`answers.operators.${value}`) }))}
        />
        {texts.map((text, i) => (
          <ValueInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second value of a span
            key={i}
            type={type}
            hasWords={texts.length === 1}
            choices={field.choices}
            label={t(texts.length === 2 ? `answers.${i === 0 ? 'from' : 'to'}` : 'answers.value')}
            value={text}
            onChange={(changed) => setTyped({ type, texts: texts.with(i, changed) })}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isWhole}>
            {t('answers.apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
