import { Button, Group, NativeSelect, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { AnswerField } from '#forms/app-types.ts';
import { useTranslation } from '../../texts.ts';
import { type Condition, type Operator, operatorsOf, valuesOf } from './conditions.ts';
import { titleOf } from './field-titles.ts';
import { ValueInput } from './value-input.tsx';

interface ConditionFormProps {
  readonly fields: readonly AnswerField[];
  readonly onAdd: (condition: Condition) => void;
}

/** A button that opens a small form, with which a condition on an answer is added. */
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
  const [wanted, setOp] = useState<Operator>();
  const [values, setValues] = useState<readonly string[]>([]);
  if (!field) return undefined;
  const operators = operatorsOf(field.kind);
  const op =
    wanted !== undefined && operators.includes(wanted) ? wanted : (operators[0] ?? 'blank');
  const needed = valuesOf(op);
  const given = Array.from({ length: needed }, (_, i) => values[i] ?? startOf(field, op));
  const isWhole = given.every((value) => value.trim() !== '');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) onAdd(conditionOf(field, op, given));
  };
  return (
    <form onSubmit={add}>
      <Stack gap="xs" w={280} maw="80vw">
        <NativeSelect
          label={t('answers.field')}
          value={field.id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value);
            setValues([]);
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
            setOp(operators.find((each) => each === currentTarget.value))
          }
          data={operators.map((value) => ({ value, label: t(`answers.operators.${value}`) }))}
        />
        {given.map((value, i) => (
          <ValueInput
            // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second value of a span
            key={i}
            field={field}
            op={op}
            label={t(needed === 2 ? `answers.${i === 0 ? 'from' : 'to'}` : 'answers.value')}
            value={value}
            onChange={(text) => setValues(given.map((each, at) => (at === i ? text : each)))}
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

/** A list of choices shows its first one from the start. */
const startOf = ({ kind, choices }: AnswerField, op: Operator): string =>
  kind === 'choice' && valuesOf(op) === 1 ? (choices[0]?.value ?? '') : '';

function conditionOf({ id, kind }: AnswerField, op: Operator, given: readonly string[]): Condition {
  const isNumber =
    kind === 'number' || kind === 'rows' || op === 'last' || (kind === 'any' && op !== 'contains');
  const values = given.map((value) => (isNumber ? Number(value) : value.trim()));
  const [first] = values;
  if (first === undefined) return { field: id, op };
  const isList = op === 'between' || op === 'any' || op === 'none';
  return { field: id, op, value: isList ? values : first };
}
