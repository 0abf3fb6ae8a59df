// SurveyJS conditions are a language of their own. Most people need a few rows of field, operator and value, so this
// editor translates between the two, and shows the text where rows cannot express it.
import { ActionIcon, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import {
  type ConditionRow,
  type Conditions,
  compile,
  needsValue,
  type Operator,
  parse,
} from '#web/builder/conditions.ts';
import {
  type Definition,
  type Field,
  fieldsOf,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from '#web/builder/definition.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { kindOf } from '#web/builder/kinds.ts';
import { type Reference, referencesAt } from '#web/builder/names.ts';
import { operatorsOf } from '#web/builder/operators.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ConditionValueField, startingValue } from './condition-value.tsx';

interface WhenEditorProps {
  readonly path: Path;
  readonly holder: JsonObject;
}

const NONE: Conditions = { mode: 'all', rows: [] };

/**
 * Edits the condition under which a field or page is shown: as rows, or as the expression itself if rows cannot express
 * it.
 */
export function WhenEditor({ path, holder }: WhenEditorProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const set = useProperty(path, 'visibleIf');
  const expression = textOf(holder['visibleIf']);
  const conditions = expression.trim() === '' ? NONE : parse(expression);
  const references = referencesAt(definition, path).filter(
    ({ field }) => operatorsOf(field).length > 0,
  );
  // Most conditions ask about the question just before.
  const before = fieldsBefore(definition, path);
  const nearest = references.findLast(({ field }) => before.has(field));
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('builder.when.title')}</legend>
      {conditions === undefined ? (
        <Stack gap="xs">
          <Textarea
            label={t('builder.when.text')}
            description={t('builder.when.textHint')}
            autosize
            spellCheck={false}
            value={expression}
            onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => set(undefined)}
            style={{ alignSelf: 'start' }}
          >
            {t('builder.when.clear')}
          </Button>
        </Stack>
      ) : (
        <Rows
          conditions={conditions}
          references={references}
          first={nearest ?? references[0]}
          onChange={(next) => set(compile(next))}
        />
      )}
    </fieldset>
  );
}

interface RowsProps {
  readonly conditions: Conditions;
  readonly references: readonly Reference[];
  /** The field that a new condition begins with; undefined if there is none to ask about. */
  readonly first: Reference | undefined;
  readonly onChange: (conditions: Conditions) => void;
}

function Rows({ conditions, references, first, onChange }: RowsProps) {
  const { t } = useTranslation();
  const { rows, mode } = conditions;
  const write = (next: readonly ConditionRow[]) => onChange({ mode, rows: next });
  return (
    <>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(first === undefined ? 'builder.when.noFields' : 'builder.when.always')}
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

/** Returns the fields that stand before the one at `path`; none for the path of a page. */
function fieldsBefore(definition: Definition, path: Path): ReadonlySet<Field> {
  const placed = fieldsOf(definition);
  const at = placed.findIndex((each) => each.path.join() === path.join());
  return new Set(placed.slice(0, Math.max(at, 0)).map(({ field }) => field));
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
  const named = references.find((each) => each.name.toLowerCase() === name.toLowerCase());
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
              ...(needsValue(chosen) && { value: value ?? startingValue(named?.field) }),
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
        {needsValue(operator) && (
          <ConditionValueField
            label={t('builder.when.value', { number })}
            field={named?.field}
            value={value ?? ''}
            error={value === '' && t('outline.valueMissing')}
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
