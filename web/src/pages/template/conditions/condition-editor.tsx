// SurveyJS conditions are a language of their own. Most people need a few rows of field, operator and value, so this
// editor translates between the two, and shows the text where rows cannot express it.
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import {
  type Compared,
  type ConditionRow,
  type Conditions,
  compile,
  isSeveral,
  lacksValue,
  needsValue,
  type Operator,
  parse,
} from '#web/builder/conditions.ts';
import { textOf, titleOf } from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { kindOf } from '#web/builder/kinds.ts';
import type { Reference } from '#web/builder/names.ts';
import { operatorsOf } from '#web/builder/operators.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useTranslation } from '#web/texts/texts.ts';
import { ConditionValueField, startingValue } from './condition-value.tsx';
import { PeopleOfCondition } from './people-of-condition.tsx';

interface ConditionEditorProps {
  readonly title: string;
  /** What is said while there is no condition. */
  readonly always: string;
  /** Empty for no condition. */
  readonly expression: string;
  /** The fields that a condition may ask about. */
  readonly references: readonly Reference[];
  /** The field that a new condition begins with; undefined if there is none to ask about. */
  readonly first: Reference | undefined;
  readonly onChange: (expression: string | undefined) => void;
}

const NONE: Conditions = { mode: 'all', rows: [] };

/** Returns the rows of a condition; undefined if it has one that this editor has no inputs for. */
function rowsOf(expression: string, references: readonly Reference[]): Conditions | undefined {
  const conditions = parse(expression);
  const isShown = ({ operator, field }: ConditionRow) =>
    operator !== 'anyOf' || operatorsOf(namedIn(references, field)?.field).includes(operator);
  return conditions?.rows.every(isShown) ? conditions : undefined;
}

const namedIn = (references: readonly Reference[], name: string): Reference | undefined =>
  references.find((each) => each.name.toLowerCase() === name.toLowerCase());

/** Edits a condition: as rows, or as the expression itself if rows cannot express it. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { title, always, expression, references, first, onChange } = props;
  const { t } = useTranslation();
  const conditions = expression.trim() === '' ? NONE : rowsOf(expression, references);
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{title}</legend>
      {conditions === undefined ? (
        <Stack gap="xs">
          <Textarea
            label={t('builder.when.text')}
            description={t('builder.when.textHint')}
            autosize
            spellCheck={false}
            value={expression}
            onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange(undefined)}
            style={{ alignSelf: 'start' }}
          >
            {t('builder.when.clear')}
          </Button>
        </Stack>
      ) : (
        <Rows
          conditions={conditions}
          always={always}
          references={references}
          first={first}
          onChange={(next) => onChange(compile(next))}
        />
      )}
    </fieldset>
  );
}

interface RowsProps extends Pick<ConditionEditorProps, 'always' | 'references' | 'first'> {
  readonly conditions: Conditions;
  readonly onChange: (conditions: Conditions) => void;
}

function Rows({ conditions, always, references, first, onChange }: RowsProps) {
  const { t } = useTranslation();
  const { rows, mode } = conditions;
  const write = (next: readonly ConditionRow[]) => onChange({ mode, rows: next });
  return (
    <>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {first === undefined ? t('builder.when.noFields') : always}
        </Text>
      )}
      {rows.length > 1 && (
        <NativeSelect
          aria-label={t('builder.when.mode')}
          value={mode}
          onChange={({ currentTarget }) =>
            onChange({ rows, mode: currentTarget.value === 'any' ? 'any' : 'all' })
          }
          data={[
            { value: 'all', label: t('builder.when.all') },
            { value: 'any', label: t('builder.when.any') },
          ]}
        />
      )}
      {rows.map((row, i) => (
        <Row
          key={keyOfPlace(i)}
          number={i + 1}
          row={row}
          references={references}
          onChange={(changed) => write(rows.with(i, changed))}
          onRemove={() => write(rows.toSpliced(i, 1))}
        />
      ))}
      {first !== undefined && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => write([...rows, newRow(first)])}
          style={{ alignSelf: 'start' }}
        >
          {t('builder.when.add')}
        </Button>
      )}
    </>
  );
}

const newRow = ({ name, field }: Reference): ConditionRow => {
  const [operator = 'notEmpty'] = operatorsOf(field);
  return { field: name, operator, ...(needsValue(operator) && { value: startingValue(field) }) };
};

const TIMES: readonly unknown[] = ['date', 'time', 'datetime-local'];

/**
 * Returns a function that labels an operator. Times are "after" and "before", where numbers are "greater" and "less".
 */
function useOperatorLabel(reference: Reference | undefined): (operator: Operator) => string {
  const { t } = useTranslation();
  const isTime = reference !== undefined && TIMES.includes(kindOf(reference.field));
  return (operator) => {
    const isSize =
      operator === 'greater' ||
      operator === 'less' ||
      operator === 'greaterOrEqual' ||
      operator === 'lessOrEqual';
    return isTime && isSize
      ? t(`builder.when.times.${operator}`)
      : t(`builder.when.operators.${operator}`);
  };
}

/** Returns what a row compares with by another operator: what it did already, as far as that goes. */
function valueFor(
  operator: Operator,
  { value }: ConditionRow,
  field: Reference['field'] | undefined,
): Compared {
  if (operator !== 'anyOf') return (isSeveral(value) ? value[0] : value) ?? startingValue(field);
  if (isSeveral(value)) return value;
  return typeof value === 'string' && value !== '' ? [value] : [];
}

interface RowProps {
  readonly number: number;
  readonly row: ConditionRow;
  readonly references: readonly Reference[];
  readonly onChange: (row: ConditionRow) => void;
  readonly onRemove: () => void;
}

function Row({ number, row, references, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { field: name, operator, value } = row;
  const named = namedIn(references, name);
  const fields = references.map((each) => ({
    value: each.name,
    label: each.name.startsWith('panel.')
      ? t('builder.when.row', { title: titleOf(each.field) })
      : titleOf(each.field),
  }));
  const all = named
    ? fields
    : [{ value: name, label: t('builder.when.gone', { name }) }, ...fields];
  const operators = operatorsOf(named?.field);
  const isOffered = operators.includes(operator);
  const labelOf = useOperatorLabel(named);
  const isOfPerson = named?.field.type === 'person';
  return (
    <Group gap="xs" align="start" wrap="nowrap">
      <Group gap="xs" flex={1} grow preventGrowOverflow={false}>
        <NativeSelect
          aria-label={t('builder.when.field', { number })}
          value={named?.name ?? name}
          onChange={({ currentTarget }) => {
            const chosen = references.find((each) => each.name === currentTarget.value);
            if (chosen !== undefined) onChange(newRow(chosen));
          }}
          data={all}
        />
        <NativeSelect
          aria-label={t('builder.when.operator', { number })}
          value={operator}
          onChange={({ currentTarget }) => {
            const chosen = operators.find((each) => each === currentTarget.value);
            if (chosen === undefined) return;
            onChange({
              field: name,
              operator: chosen,
              ...(needsValue(chosen) && { value: valueFor(chosen, row, named?.field) }),
            });
          }}
          error={
            !isOffered && named && t('builder.when.neverFits', { title: titleOf(named.field) })
          }
          data={(isOffered ? operators : [operator, ...operators]).map((each) => ({
            value: each,
            label: labelOf(each),
          }))}
        />
        {isOfPerson && needsValue(operator) && (
          <PeopleOfCondition
            key={operator}
            label={t('builder.when.value', { number })}
            group={textOf(named?.field['group'])}
            value={value}
            error={lacksValue(row) && t('outline.valueMissing')}
            onChange={(changed) => onChange({ ...row, value: changed })}
          />
        )}
        {!isOfPerson && needsValue(operator) && !isSeveral(value) && (
          <ConditionValueField
            label={t('builder.when.value', { number })}
            field={named?.field}
            value={value ?? ''}
            error={lacksValue(row) && t('outline.valueMissing')}
            onChange={(changed) => onChange({ ...row, value: changed })}
          />
        )}
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('builder.when.remove', { number })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
