import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  type ColumnFormula,
  OPERATIONS,
  operandsOf,
  parseFormula,
  writeFormula,
} from '#web/builder/column-formula.ts';
import { type JsonObject, textOf, titleOf } from '#web/builder/definition.ts';
import { NumberInput } from '#web/pages/template/inputs/number-input.tsx';
import { useTranslation } from '#web/texts/texts.ts';

interface ColumnFormulaProps {
  readonly columns: readonly JsonObject[];
  readonly index: number;
  readonly onChange: (properties: JsonObject) => void;
}

/** Chooses what a column is calculated from; a calculation that the choices cannot make is written as text. */
export function ColumnFormulaEditor({ columns, index, onChange }: ColumnFormulaProps) {
  const { t } = useTranslation();
  const expression = textOf(columns[index]?.['expression']);
  const formula = parseFormula(expression);
  const [isTyped, setTyped] = useState(false);
  const operands = operandsOf(columns, index);
  const isChoosable = formula !== undefined || expression.trim() === '';
  const write = (text: string) => onChange({ expression: text || undefined });
  return (
    <Stack gap="xs">
      {isChoosable && !isTyped ? (
        <Choices
          formula={formula}
          operands={operands}
          onChange={(changed) => write(writeFormula(changed))}
        />
      ) : (
        <TextInput
          label={t('builder.calculation.label')}
          description={t('builder.calculation.hint', { example: '{row.width} * {row.height}' })}
          value={expression}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
      {isChoosable && (
        <Button
          size="xs"
          variant="subtle"
          onClick={() => setTyped(!isTyped)}
          style={{ alignSelf: 'start' }}
        >
          {t(isTyped ? 'fields.formula.choose' : 'fields.formula.type')}
        </Button>
      )}
    </Stack>
  );
}

interface ChoicesProps {
  readonly formula: ColumnFormula | undefined;
  readonly operands: readonly JsonObject[];
  readonly onChange: (formula: ColumnFormula) => void;
}

/** Stands for a number in the list of columns; no column has an empty name. */
const NUMBER = '';

function Choices({ formula, operands, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const names = operands.map((column) => textOf(column['name']));
  const offered = operands.map((column) => ({
    value: textOf(column['name']),
    label: titleOf(column),
  }));
  // A column that was deleted or is no number any more is shown by its name.
  const withGone = (name: string) =>
    names.includes(name)
      ? offered
      : [{ value: name, label: t('fields.formula.gone', { name }) }, ...offered];
  const [first = ''] = names;
  const current = formula ?? { left: '', operation: '*', right: { number: 1 } };
  const { left, operation, right } = current;
  const second = 'column' in right ? right.column : NUMBER;
  const change = (changed: Partial<ColumnFormula>) =>
    onChange({ ...current, left: left || first, ...changed });
  if (names.length === 0 && formula === undefined) return t('fields.formula.noNumbers');
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      <NativeSelect
        label={t('fields.formula.left')}
        value={left}
        onChange={({ currentTarget: { value } }) => value !== '' && change({ left: value })}
        data={
          left === ''
            ? [{ value: '', label: t('fields.formula.pick') }, ...offered]
            : withGone(left)
        }
      />
      <NativeSelect
        label={t('fields.formula.operation')}
        value={operation}
        onChange={({ currentTarget: { value } }) => {
          const chosen = OPERATIONS.find((each) => each === value);
          if (chosen !== undefined) change({ operation: chosen });
        }}
        data={OPERATIONS.map((value) => ({
          value,
          label: t(`fields.formula.operations.${value}`),
        }))}
      />
      <NativeSelect
        label={t('fields.formula.right')}
        value={second}
        onChange={({ currentTarget: { value } }) =>
          change({ right: value === NUMBER ? { number: 1 } : { column: value } })
        }
        data={[
          { value: NUMBER, label: t('fields.formula.number') },
          ...(second === NUMBER ? offered : withGone(second)),
        ]}
      />
      {'number' in right && (
        <NumberInput
          label={t('fields.formula.value')}
          value={right.number}
          onChange={(number) => number !== undefined && change({ right: { number } })}
        />
      )}
    </SimpleGrid>
  );
}
