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
import type { SharedList, SharedListItem } from '#forms/app-types.ts';
import { LIST_LIMITS } from '#lists/list.ts';
import { LISTS, sharedListQuery } from '../../api/shared-lists.ts';
import {
  type Field,
  fieldsOf,
  isList,
  isObject,
  type Path,
  textOf,
  titleOf,
} from '../../builder/definition.ts';
import { change } from '../../builder/edit.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { SearchSelect } from '../../components/search-select.tsx';
import { useTranslation } from '../../texts.ts';
import { useBuilder } from './builder-context.ts';
import { keyOfPlace } from './key-of-place.ts';

interface ListPropertyProps {
  readonly path: Path;
  readonly field: Field;
}

/** Chooses the shared list of a field, what narrows it, and which other fields a chosen row fills in. */
export function ListProperty({ path, field }: ListPropertyProps) {
  const { t } = useTranslation();
  const { edit } = useBuilder();
  const id = textOf(field['list']);
  const { data: list } = useQuery({ ...sharedListQuery(id), enabled: id !== '', retry: false });
  const setList = (chosen: SharedListItem | undefined) =>
    edit((now) =>
      // The columns of another list have other keys.
      change(now, path, {
        list: chosen?.id,
        filterColumn: undefined,
        filterField: undefined,
        fillIn: undefined,
      }),
    );
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
        onChange={setList}
        comboboxProps={{ withinPortal: true }}
      />
      <LinkAnchor to="/lists" size="sm">
        {t('fields.sharedList.toLists')}
      </LinkAnchor>
      {list !== undefined && (
        <>
          <Narrowing path={path} field={field} list={list} />
          <FillIn path={path} field={field} list={list} />
        </>
      )}
    </Stack>
  );
}

interface PartProps extends ListPropertyProps {
  readonly list: SharedList;
}

function Narrowing({ path, field, list }: PartProps) {
  const { t } = useTranslation();
  const { edit } = useBuilder();
  const others = useFieldChoices(field, NARROWING);
  const column = textOf(field['filterColumn']);
  const columns = list.columns.slice(0, LIST_LIMITS.searched);
  const set = (properties: Field | Readonly<Record<string, string | undefined>>) =>
    edit((now) => change(now, path, properties), { key: `${path.join('.')} narrowing` });
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
            value={textOf(field['filterField'])}
            data={[{ value: '', label: t('fields.sharedList.noField') }, ...others]}
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

function FillIn({ path, field, list }: PartProps) {
  const { t } = useTranslation();
  const { edit } = useBuilder();
  const others = useFieldChoices(field, FILLED);
  const given = field['fillIn'];
  const filled: readonly Filled[] = isList(given)
    ? given.flatMap((each) =>
        isObject(each) ? [{ column: textOf(each['column']), field: textOf(each['field']) }] : [],
      )
    : [];
  const set = (next: readonly Filled[]) =>
    edit(
      (now) =>
        change(now, path, {
          fillIn: next.length === 0 ? undefined : next.map((each) => ({ ...each })),
        }),
      { key: `${path.join('.')} fillIn` },
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
              data={[{ value: '', label: t('fields.sharedList.noField') }, ...others]}
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

/** Returns the other fields of these types, by title. */
function useFieldChoices(field: Field, types: readonly string[]) {
  const { definition } = useBuilder();
  return fieldsOf(definition)
    .filter((each) => types.includes(each.field.type) && each.field.name !== field.name)
    .map((each) => ({ value: each.field.name, label: titleOf(each.field) }));
}
