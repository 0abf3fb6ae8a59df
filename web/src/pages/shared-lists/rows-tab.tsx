import { Button, Group, Menu, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconClipboardText, IconPlus, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import { writeDay } from '#questionnaires/reading/moments.ts';
import type { SharedList, SharedListRow } from '#shared-lists/app-types.ts';
import { rowsOf, writeRows } from '#web/api/shared-lists.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import type { Column } from '#web/lists/column.ts';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { PasteRowsDialog } from './paste-rows-dialog.tsx';
import { RowDialog } from './row-dialog.tsx';

/** What is open above the rows. */
type Open = { readonly dialog: 'row'; readonly row?: SharedListRow } | { readonly dialog: 'paste' };

/** Columns beside the key and the text that are shown; a table with more of them can't be read. */
const MOST_COLUMNS = 4;

/** The rows of a list, by their text, with a search. Who manages the list adds and edits them here. */
export function RowsTab({ list }: { readonly list: SharedList }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  const offer = useAct(
    ({ key, cells, active }: SharedListRow) =>
      writeRows(list.id, {
        ...(active ? { deactivate: [key] } : { rows: [cells] }),
        version: list.version,
      }),
    () => {
      notifications.show({ message: t('sharedLists.rowSaved') });
    },
  );
  const [q, setQ] = useState('');
  const [state, setState] = useState<'inactive'>();
  const filters = { q, ...(state === 'inactive' && { active: false }) };
  const rows = useList<SharedListRow>(rowsOf(list.id), filters, LIST_LIMITS.hits);
  const columns = useRowColumns(list);
  const menu: Column<SharedListRow> = {
    id: 'actions',
    header: t('list.actions'),
    width: '5.5rem',
    phone: 'corner',
    cell: (row) => (
      <RowMenu name={row.label}>
        <Menu.Item onClick={() => setOpen({ dialog: 'row', row })}>
          {t('sharedLists.editRow')}
        </Menu.Item>
        <Menu.Item onClick={() => offer.run(row)}>
          {t(row.active ? 'sharedLists.offerNoMore' : 'sharedLists.offerAgain')}
        </Menu.Item>
      </RowMenu>
    ),
  };
  const adding = list.mayManage && (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => setOpen({ dialog: 'row' })}
      >
        {t('sharedLists.addRow')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => setOpen({ dialog: 'paste' })}
      >
        {t('sharedLists.pasteRows')}
      </Button>
    </Group>
  );
  const isFiltered = q !== '' || state !== undefined;
  const clear = () => {
    setQ('');
    setState(undefined);
  };
  return (
    <Stack gap="xs">
      <FilterBar
        label={t('sharedLists.searchRows')}
        count={state === undefined ? 0 : 1}
        search={<SearchField label={t('sharedLists.searchRows')} value={q} onSearch={setQ} />}
      >
        {list.inactiveRows > 0 && (
          <ChoiceField
            label={t('sharedLists.state')}
            value={state}
            choices={[{ value: 'inactive' as const, label: t('sharedLists.inactive') }]}
            onChoose={setState}
          />
        )}
      </FilterBar>
      {(rows.items.length > 0 || isFiltered) && adding}
      {offer.problem && <Problem error={offer.problem} />}
      <ListView
        list={rows}
        label={t('sharedLists.rows')}
        columns={list.mayManage ? [...columns, menu] : columns}
        idOf={({ key }) => key}
        empty={
          isFiltered ? (
            <NothingFound text={t('sharedLists.noRowFound')} onClear={clear} />
          ) : (
            <EmptyState
              icon={IconTable}
              title={t('sharedLists.noRows')}
              text={t('sharedLists.noRowsHint')}
            >
              {adding}
            </EmptyState>
          )
        }
      />
      {open?.dialog === 'row' && (
        <RowDialog list={list} row={open.row} onClose={() => setOpen(undefined)} />
      )}
      {open?.dialog === 'paste' && (
        <PasteRowsDialog list={list} onClose={() => setOpen(undefined)} />
      )}
    </Stack>
  );
}

function useRowColumns({
  columns,
  keyColumn,
  labelColumn,
}: SharedList): readonly Column<SharedListRow>[] {
  const { i18n } = useTranslation();
  const named = (key: string) => columns.filter((each) => each.key === key);
  const others = columns.filter(({ key }) => key !== keyColumn && key !== labelColumn);
  const shown = [...new Set([...named(labelColumn), ...named(keyColumn)])];
  return [...shown, ...others.slice(0, MOST_COLUMNS)].map(({ key, label, type }, i) => ({
    id: key,
    header: label,
    ...(i === 0 && { width: 'minmax(0, 1.6fr)' }),
    ...(i > 0 && { phone: 'labelled' as const }),
    ...(type === 'number' && { isNumber: true }),
    cell: ({ cells }: SharedListRow) => {
      const value = cells[key];
      if (typeof value === 'number')
        return value.toLocaleString(i18n.language, { maximumFractionDigits: 20 });
      if (typeof value !== 'string') return undefined;
      return type === 'date' ? (writeDay(value, shownLanguage()) ?? value) : value;
    },
  }));
}
