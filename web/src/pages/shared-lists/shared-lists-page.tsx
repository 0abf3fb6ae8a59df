import { Anchor, Button } from '@mantine/core';
import { IconListSearch, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SharedListItem } from '#shared-lists/app-types.ts';
import { LISTS } from '#web/api/shared-lists.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { NewListDialog } from './new-list-dialog.tsx';

/** The shared lists, from which people choose in forms. */
export function SharedListsPage() {
  const { t } = useTranslation();
  const [q, setQ] = useState('');
  const [isOpen, setOpen] = useState(false);
  const list = useList<SharedListItem>(LISTS, { q });
  const columns = useColumns();
  const isEmpty = q === '' && list.items.length === 0 && !list.isLoading && list.error === null;
  const button = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
      {t('sharedLists.new')}
    </Button>
  );
  return (
    <Page title={t('sharedLists.title')} actions={!isEmpty && button}>
      {!isEmpty && (
        <FilterBar
          label={t('sharedLists.search')}
          count={0}
          search={<SearchField label={t('sharedLists.search')} value={q} onSearch={setQ} />}
        />
      )}
      <ListView
        list={list}
        label={t('sharedLists.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isEmpty ? (
            <EmptyState
              icon={IconListSearch}
              title={t('sharedLists.empty')}
              text={t('sharedLists.lead')}
            >
              {button}
            </EmptyState>
          ) : (
            <NothingFound text={t('sharedLists.nothingFound')} onClear={() => setQ('')} />
          )
        }
      />
      {isOpen && <NewListDialog onClose={() => setOpen(false)} />}
    </Page>
  );
}

function useColumns(): readonly Column<SharedListItem>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      id: 'name',
      header: t('sharedLists.name'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ id, name }) => (
        <Anchor component={Link} to={`/lists/${id}`} fw={550} inherit>
          {name}
        </Anchor>
      ),
    },
    {
      id: 'columns',
      header: t('sharedLists.columns'),
      width: 'minmax(0, 1.8fr)',
      phone: 'labelled',
      cell: ({ columns }) => columns.map(({ label }) => label).join(', '),
    },
    {
      id: 'rows',
      header: t('sharedLists.rows'),
      width: '6rem',
      phone: 'labelled',
      isNumber: true,
      cell: ({ activeRows }) => activeRows.toLocaleString(i18n.language),
    },
    {
      id: 'updated',
      header: t('sharedLists.updated'),
      width: '8rem',
      cell: ({ updatedAt }) => <Time at={updatedAt} />,
    },
  ];
}
