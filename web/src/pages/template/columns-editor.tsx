import { Button, Group, NativeSelect, Paper, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Choice, choicesIn, readChoices, writeChoices } from '../../builder/choices.ts';
import {
  type Field,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from '../../builder/definition.ts';
import { withProperties } from '../../builder/edit.ts';
import {
  asColumnKind,
  COLUMN_KINDS,
  columnKindOf,
  columnsOf,
  hasChoices,
} from '../../builder/kinds.ts';
import { freshName, nameFrom } from '../../builder/names.ts';
import classes from './builder.module.css';
import { useBuilder } from './builder-context.ts';
import { keyOfPlace } from './key-of-place.ts';
import { LineActions, reordered } from './line-actions.tsx';
import { LinesField } from './lines-field.tsx';
import { useProperty } from './properties.tsx';

/** The columns of a table whose rows people add. */
export function ColumnsEditor({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const { hasForms } = useBuilder();
  const set = useProperty(path, 'columns');
  const columns = columnsOf(field);
  const namesBut = (index: number) =>
    new Set(columns.filter((_, i) => i !== index).map(({ name }) => textOf(name).toLowerCase()));
  const add = () => {
    const title = t('builder.columns.column', { number: columns.length + 1 });
    set([...columns, { name: freshName(nameFrom(title), namesBut(-1)), title, cellType: 'text' }]);
  };
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('builder.columns.title')}</legend>
      {columns.map((column, i) => (
        <ColumnCard
          key={keyOfPlace(i)}
          index={i}
          column={column}
          onChange={(changed) => set(columns.with(i, changed))}
          onTitled={() => {
            const name = nameFrom(titleOf(column));
            const isMadeUp = /^(?:column|spalte)_\d+$/.test(textOf(column['name']));
            if (hasForms || !isMadeUp || name === '') return;
            set(columns.with(i, { ...column, name: freshName(name, namesBut(i)) }));
          }}
          actions={
            <LineActions
              index={i}
              count={columns.length}
              labels={{
                up: t('builder.columns.up', { number: i + 1 }),
                down: t('builder.columns.down', { number: i + 1 }),
                remove: t('builder.columns.remove', { number: i + 1 }),
              }}
              onMove={(to) => set(reordered(columns, i, to))}
              onRemove={() => set(columns.toSpliced(i, 1))}
            />
          }
        />
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
        style={{ alignSelf: 'start' }}
      >
        {t('builder.columns.add')}
      </Button>
    </fieldset>
  );
}

interface ColumnCardProps {
  readonly index: number;
  readonly column: JsonObject;
  readonly onChange: (column: JsonObject) => void;
  readonly onTitled: () => void;
  readonly actions: ReactNode;
}

function ColumnCard({ index, column, onChange, onTitled, actions }: ColumnCardProps) {
  const { t } = useTranslation();
  const number = index + 1;
  const kind = columnKindOf(column) ?? 'text';
  const change = (properties: JsonObject) => onChange(withProperties(column, properties));
  const choices: readonly Choice[] = readChoices(column['choices']);
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs" role="group" aria-label={t('builder.columns.column', { number })}>
        <Group gap="xs" wrap="nowrap" align="end">
          <TextInput
            flex={1}
            label={t('builder.columns.heading')}
            value={titleOf(column)}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
            onBlur={onTitled}
          />
          {actions}
        </Group>
        <Group gap="md" align="end">
          <NativeSelect
            flex="1 1 10rem"
            label={t('builder.columns.kind')}
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = COLUMN_KINDS.find((each) => each === currentTarget.value);
              if (chosen !== undefined) onChange(asColumnKind(column, chosen));
            }}
            data={COLUMN_KINDS.map((value) => ({
              value,
              label: t(`builder.columns.kinds.${value}`),
            }))}
          />
          <Switch
            mb={8}
            label={t('builder.columns.required')}
            checked={column['isRequired'] === true}
            onChange={({ currentTarget }) =>
              change({ isRequired: currentTarget.checked ? true : undefined })
            }
          />
        </Group>
        {hasChoices(kind) && (
          <LinesField
            label={t('builder.choices.title')}
            description={t('builder.choices.pasteLead')}
            lines={choices.map(({ value, text }) => (text ? `${value} = ${text}` : value))}
            onChange={(text) => change({ choices: writeChoices(choicesIn(text, [])) })}
          />
        )}
        {kind === 'expression' && (
          <TextInput
            label={t('builder.calculation.label')}
            description={t('builder.calculation.hint', { example: '{row.width} * {row.height}' })}
            value={textOf(column['expression'])}
            onChange={({ currentTarget }) =>
              change({ expression: currentTarget.value || undefined })
            }
          />
        )}
      </Stack>
    </Paper>
  );
}
