import { Button, Stack } from '@mantine/core';
import { IconFileUpload, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { LIST_LIMITS } from '#lists/list.ts';
import { writeDay } from '#questionnaires/reading/moments.ts';
import type { SharedList, SharedListRow } from '#shared-lists/app-types.ts';
import { rowsOf } from '#web/api/shared-lists.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import type { Column } from '#web/lists/column.ts';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface RowsTabProps {
  readonly list: SharedList;
  /** Undefined for somebody who may not change the rows. */
  readonly onUpload?: () => void;
}

/** Columns beside the key and the text that are shown; a table with more of them can't be read. */
const MOST_COLUMNS = 4;

/** The rows of a list, by their text, with a search. */
export function RowsTab({ list, onUpload }: RowsTabProps) {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [state, setState] = useState<'inactive'>();
  const filters = { q, ...(state === 'inactive' && { active: false }) };
  const rows = useList<SharedListRow>(rowsOf(list.id), filters, LIST_LIMITS.hits);
  const columns = useRowColumns(list);
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
      <ListView
        list={rows}
        label={t('sharedLists.rows')}
        columns={columns}
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
              {onUpload && (
                <Button
                  variant="default"
                  leftSection={<IconFileUpload size={16} aria-hidden />}
                  onClick={onUpload}
                >
                  {t('sharedLists.upload')}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
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
