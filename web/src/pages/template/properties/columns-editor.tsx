// A column of a table is a question of its own, with a kind and properties. This editor offers what fits into a cell,
// and keeps the names of columns apart.
import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { changeColumnKind } from '#web/builder/change-kind.ts';
import { type Choice, readChoices, writeChoices } from '#web/builder/choices.ts';
import {
  type Definition,
  type Field,
  fieldAt,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
  writeWords,
} from '#web/builder/definition.ts';
import { withProperties } from '#web/builder/edit.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import {
  COLUMN_KINDS,
  type ColumnKind,
  columnKindOf,
  columnsOf,
  hasChoices,
} from '#web/builder/kinds.ts';
import { freshName, nameFrom } from '#web/builder/names.ts';
import { isNumeric, isOfFiles, isSearchedFor } from '#web/builder/properties.ts';
import { choicesOver, settleColumnChoices } from '#web/builder/rename-choice.ts';
import { followColumnTitle } from '#web/builder/retitle.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { LineActions, reordered } from '#web/pages/template/inputs/line-actions.tsx';
import { LinesField } from '#web/pages/template/inputs/lines-field.tsx';
import { useProperty } from '#web/pages/template/inputs/properties.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ColumnFormulaEditor } from './column-formula.tsx';
import { ColumnNumbers } from './column-numbers.tsx';
import { ColumnTotal } from './column-total.tsx';
import { ColumnListProperty } from './list-property.tsx';
import { GroupOfPeople } from './people-property.tsx';

/** Edits the columns of a table. */
export function ColumnsEditor({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { t } = useTranslation();
  const builder = useBuilder();
  const set = useProperty(path, 'columns');
  const columns = columnsOf(field);
  const namesBut = (index: number) =>
    new Set(columns.filter((_, i) => i !== index).map(({ name }) => textOf(name).toLowerCase()));
  const add = () => {
    const title = t('builder.columns.column', { number: columns.length + 1 });
    set([...columns, { name: freshName(nameFrom(title), namesBut(-1)), title, cellType: 'text' }]);
  };
  const followTitleOf = (now: Definition, index: number) => {
    const isMadeUp = (name: string) => builder.isMadeUp(`${field.name}.${name}`);
    const renamed = followColumnTitle(now, path, index, builder.published, isMadeUp);
    const table = fieldAt(renamed, path);
    const name = textOf(table && columnsOf(table)[index]?.['name']);
    if (renamed !== now) builder.made(`${field.name}.${name}`);
    return renamed;
  };
  return (
    <fieldset className={classes['lines']}>
      <legend className={classes['legend']}>{t('builder.columns.title')}</legend>
      {columns.map((column, i) => (
        <ColumnCard
          key={keyOfPlace(i)}
          index={i}
          columns={columns}
          column={column}
          onChange={(changed) => set(columns.with(i, changed))}
          onKind={(kind) => builder.edit((now) => changeColumnKind(now, path, i, kind))}
          onTitled={() => {
            builder.edit((now) => followTitleOf(now, i), { key: `${path.join('.')} columns` });
          }}
          onChoicesSettled={(before) => {
            const name = textOf(column['name']);
            const isKept = (value: string) => builder.published.hasChoice(field.name, value, name);
            builder.edit((now) => settleColumnChoices(now, path, i, before, isKept), {
              key: `${path.join('.')} columns`,
            });
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
  readonly columns: readonly JsonObject[];
  readonly column: JsonObject;
  readonly onChange: (column: JsonObject) => void;
  readonly onKind: (kind: ColumnKind) => void;
  readonly onTitled: () => void;
  /** Called when the choices were edited, with the choices before. */
  readonly onChoicesSettled: (before: readonly Choice[]) => void;
  readonly actions: ReactNode;
}

function ColumnCard(props: ColumnCardProps) {
  const { index, columns, column, onChange, onKind, onTitled, onChoicesSettled, actions } = props;
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const number = index + 1;
  const kind = columnKindOf(column) ?? 'text';
  const change = (properties: JsonObject) => onChange(withProperties(column, properties));
  const choices: readonly Choice[] = readChoices(column['choices']);
  const before = useRef(choices);
  return (
    <Stack
      gap="xs"
      role="group"
      aria-label={t('builder.columns.column', { number })}
      className={classes['column']}
    >
      <Group gap="xs" wrap="nowrap" align="end">
        <TextInput
          flex={1}
          label={t('builder.columns.heading')}
          value={titleOf(column)}
          onChange={({ currentTarget }) =>
            change({ title: writeWords(column['title'], currentTarget.value, definition) ?? '' })
          }
          onBlur={onTitled}
        />
        {actions}
      </Group>
      <Group gap="md" align="end">
        <NativeSelect
          flex="1 1 10rem"
          label={t('builder.columns.kind')}
          description={t('builder.columns.kindHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={kind}
          onChange={({ currentTarget }) => {
            const chosen = COLUMN_KINDS.find((each) => each === currentTarget.value);
            if (chosen !== undefined) onKind(chosen);
          }}
          data={COLUMN_KINDS.map((value) => ({
            value,
            label: t(`builder.columns.kinds.${value}`),
          }))}
        />
        {kind !== 'expression' && (
          <Switch
            mb={8}
            label={t('builder.columns.required')}
            checked={column['isRequired'] === true}
            onChange={({ currentTarget }) =>
              change({ isRequired: currentTarget.checked ? true : undefined })
            }
          />
        )}
      </Group>
      {hasChoices(kind) && (
        <LinesField
          label={t('builder.choices.title')}
          description={t('builder.choices.pasteLead')}
          lines={choices.map(({ value, text }) => (text ? `${value} = ${text}` : value))}
          onChange={(text) =>
            change({ choices: writeChoices(choicesOver(text, before.current), definition) })
          }
          onStart={() => {
            before.current = choices;
          }}
          onSettled={() => onChoicesSettled(before.current)}
        />
      )}
      {kind === 'expression' && (
        <ColumnFormulaEditor columns={columns} index={index} onChange={change} />
      )}
      {kind === 'sharedlist' && (
        <ColumnListProperty columns={columns} column={column} onChange={change} />
      )}
      {kind === 'person' && (
        <GroupOfPeople holder={column} onChange={(group) => change({ group })} />
      )}
      {isNumeric(kind) && <ColumnNumbers column={column} onChange={change} />}
      {isSearchedFor(kind) && (
        <Switch
          label={t('builder.field.searchable')}
          checked={column['searchable'] === true}
          onChange={({ currentTarget }) =>
            change({ searchable: currentTarget.checked ? true : undefined })
          }
        />
      )}
      {isOfFiles(kind) && (
        <Switch
          label={t('builder.field.multiple')}
          checked={column['allowMultiple'] === true}
          onChange={({ currentTarget }) =>
            change({ allowMultiple: currentTarget.checked ? true : undefined })
          }
        />
      )}
      <ColumnTotal column={column} onChange={change} />
    </Stack>
  );
}
