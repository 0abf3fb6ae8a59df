// A field with a shared list can narrow it by other answers and fill in other fields. These settings refer to columns
// of the list and to fields of the form, which this editor keeps in step.
import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { LIST_LIMITS } from '#lists/list.ts';
import type { SharedList, SharedListItem } from '#shared-lists/app-types.ts';
import { LISTS, sharedListQuery } from '#web/api/shared-lists.ts';
import {
  childrenOf,
  type Field,
  fieldsOf,
  isList,
  isObject,
  type JsonObject,
  type Path,
  textOf,
  titleOf,
} from '#web/builder/definition.ts';
import { change } from '#web/builder/edit.ts';
import { keyOfPlace } from '#web/builder/key-of-place.ts';
import { NO_LIST } from '#web/builder/kinds.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { SearchSelect } from '#web/lists/search-select.tsx';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** A field or column that can be chosen, by its name. */
interface Offered {
  readonly value: string;
  readonly label: string;
}

interface ChoiceFromListProps {
  /** The field or column that holds the properties. */
  readonly holder: JsonObject;
  /** Whose answers can narrow the list, and which ones a chosen row can fill in. */
  readonly narrowing: readonly Offered[];
  readonly fillable: readonly Offered[];
  /** @param part what changes are undone together with, while only that is changed */
  readonly onChange: (properties: JsonObject, part?: string) => void;
}

/** Chooses the shared list of a field, what narrows it, and which other fields a chosen row fills in. */
export function ListProperty({ path, field }: { readonly path: Path; readonly field: Field }) {
  const { definition, edit } = useBuilder();
  const others = fieldsOf(definition)
    .map((each) => each.field)
    .filter(({ name }) => name !== field.name);
  return (
    <ChoiceFromList
      holder={field}
      narrowing={offered(others, NARROWING)}
      fillable={offered(others, FILLED)}
      onChange={(properties, part) =>
        edit(
          (now) => change(now, path, properties),
          part === undefined ? undefined : { key: `${path.join('.')} ${part}` },
        )
      }
    />
  );
}

interface ColumnListPropertyProps {
  readonly columns: readonly JsonObject[];
  readonly column: JsonObject;
  readonly onChange: (properties: JsonObject) => void;
}

/** The same for a column of a table: other columns narrow the list, or fields of the form, and are filled in. */
export function ColumnListProperty({ columns, column, onChange }: ColumnListPropertyProps) {
  const { definition } = useBuilder();
  const others = columns
    .filter((each) => each !== column)
    .map((each) => ({ ...each, name: textOf(each['name']), type: textOf(each['cellType']) }));
  const names = new Set([...others, column].map(({ name }) => textOf(name).toLowerCase()));
  const fields = definition.pages
    .flatMap(({ elements }) => fieldsIn(elements))
    .filter(({ name }) => !names.has(name.toLowerCase()));
  return (
    <ChoiceFromList
      holder={column}
      narrowing={offered([...others, ...fields], NARROWING)}
      fillable={offered(others, FILLED)}
      onChange={onChange}
    />
  );
}

/** Returns the fields of the form itself, without those of repeating sections. */
const fieldsIn = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => (field.type === 'panel' ? fieldsIn(childrenOf(field)) : [field]));

function ChoiceFromList(props: ChoiceFromListProps) {
  const { holder, onChange } = props;
  const { t } = useTranslation();
  const id = textOf(holder['list']);
  const { data: list } = useQuery({ ...sharedListQuery(id), enabled: id !== '', retry: false });
  return (
    <Stack gap="sm">
      <SearchSelect<SharedListItem>
        key={list?.id ?? 'none'}
        label={t('fields.sharedList.list')}
        placeholder={t('fields.sharedList.choose')}
        path={LISTS}
        nameOf={({ name }) => name}
        nothing={t('fields.sharedList.nothing')}
        value={id}
        initial={list}
        // The columns of another list have other keys.
        onChange={(chosen) => onChange({ ...NO_LIST, list: chosen?.id })}
        comboboxProps={{ withinPortal: true }}
      />
      <LinkAnchor to="/lists" size="sm">
        {t('fields.sharedList.toLists')}
      </LinkAnchor>
      {list !== undefined && (
        <>
          <Narrowing {...props} list={list} />
          <FillIn {...props} list={list} />
        </>
      )}
    </Stack>
  );
}

interface PartProps extends ChoiceFromListProps {
  readonly list: SharedList;
}

function Narrowing({ holder, narrowing, onChange, list }: PartProps) {
  const { t } = useTranslation();
  const column = textOf(holder['filterColumn']);
  const columns = list.columns.slice(0, LIST_LIMITS.searched);
  const set = (properties: JsonObject) => onChange(properties, 'narrowing');
  return (
    <Box role="group" aria-label={t('fields.sharedList.narrow')}>
      <Text size="sm" fw={550}>
        {t('fields.sharedList.narrow')}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t('fields.sharedList.narrowHint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.sharedList.column')}
          value={column}
          data={[
            { value: '', label: t('fields.sharedList.none') },
            ...columns.map(({ key, label }) => ({ value: key, label })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set(
              value === ''
                ? { filterColumn: undefined, filterField: undefined }
                : { filterColumn: value },
            )
          }
        />
        {column !== '' && (
          <NativeSelect
            label={t('fields.sharedList.field')}
            value={textOf(holder['filterField'])}
            data={[{ value: '', label: t('fields.sharedList.noField') }, ...narrowing]}
            onChange={({ currentTarget }) => set({ filterField: currentTarget.value || undefined })}
          />
        )}
      </SimpleGrid>
    </Box>
  );
}

interface Filled {
  readonly column: string;
  readonly field: string;
}

function FillIn({ holder, fillable, onChange, list }: PartProps) {
  const { t } = useTranslation();
  const given = holder['fillIn'];
  const filled: readonly Filled[] = isList(given)
    ? given.flatMap((each) =>
        isObject(each) ? [{ column: textOf(each['column']), field: textOf(each['field']) }] : [],
      )
    : [];
  const set = (next: readonly Filled[]) =>
    onChange(
      { fillIn: next.length === 0 ? undefined : next.map((each) => ({ ...each })) },
      'fillIn',
    );
  const columns = list.columns.map(({ key, label }) => ({ value: key, label }));
  const labelOf = (column: string) =>
    columns.find(({ value }) => value === column)?.label ?? column;
  const replace = (i: number, next: Filled) =>
    set(filled.map((each, at) => (at === i ? next : each)));
  return (
    <Box role="group" aria-label={t('fields.sharedList.fillIn')}>
      <Text size="sm" fw={550}>
        {t('fields.sharedList.fillIn')}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t('fields.sharedList.fillInHint')}
      </Text>
      <Stack gap="xs" align="start">
        {filled.map((each, i) => (
          <Group key={keyOfPlace(i)} gap="xs" wrap="nowrap" w="100%">
            <NativeSelect
              flex={1}
              aria-label={t('fields.sharedList.column')}
              value={each.column}
              data={columns}
              onChange={({ currentTarget }) => replace(i, { ...each, column: currentTarget.value })}
            />
            <NativeSelect
              flex={1}
              aria-label={t('fields.sharedList.field')}
              value={each.field}
              data={[{ value: '', label: t('fields.sharedList.noField') }, ...fillable]}
              onChange={({ currentTarget }) => replace(i, { ...each, field: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('fields.sharedList.remove', { column: labelOf(each.column) })}
              onClick={() => set(filled.filter((_, at) => at !== i))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => set([...filled, { column: freeColumn(list, filled), field: '' }])}
        >
          {t('fields.sharedList.add')}
        </Button>
      </Stack>
    </Box>
  );
}

/** Returns the first column that fills in no field yet. */
const freeColumn = ({ columns, keyColumn, labelColumn }: SharedList, filled: readonly Filled[]) =>
  columns.find(
    ({ key }) =>
      key !== keyColumn && key !== labelColumn && !filled.some(({ column }) => column === key),
  )?.key ??
  columns[0]?.key ??
  '';

/** Types that the server lets fill in, and narrow by. */
const FILLED = ['text', 'comment', 'radiogroup', 'dropdown', 'sharedlist'];
const NARROWING = [...FILLED, 'boolean'];

/** Returns the fields or columns of these types, by title. */
const offered = (
  holders: readonly (JsonObject & { readonly name: string; readonly type: string })[],
  types: readonly string[],
): readonly Offered[] =>
  holders
    .filter(({ type }) => types.includes(type))
    .map((each) => ({ value: each.name, label: titleOf(each) }));
