import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedGroup } from '#administration/app-types.ts';
import { GROUPS } from '#web/api/groups.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { shownName } from '#web/lists/shown-name.ts';
import { useList } from '#web/lists/use-list.ts';
import { NAMES, ORIGINS } from '#web/people/user-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useGroupColumns } from './group-columns.tsx';
import type { GroupFilters } from './group-filters.ts';
import { NameGroup } from './name-group.tsx';

const route = getRouteApi('/signed-in/settings/groups');

export function GroupsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const { names, ...rest } = filters;
  const list = useList<ListedGroup>(GROUPS, { ...rest, namesakes: names && true });
  const columns = useGroupColumns(names && shownName);
  const isFiltered = [filters.q, filters.origin, names].some((each) => each !== undefined);
  const isEmpty = !isFiltered && list.items.length === 0 && !list.isLoading && list.error === null;
  const filterBy = (change: GroupFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title={t('groups.title')}
      actions={!isEmpty && <NewButton onCreate={() => setCreating(true)} />}
    >
      <FilterBar
        label={t('groups.filter')}
        count={[filters.origin, names].filter((each) => each !== undefined).length}
        search={
          <SearchField
            label={t('groups.search')}
            value={filters.q ?? ''}
            onSearch={(q) => filterBy({ q: q || undefined })}
          />
        }
      >
        <ChoiceField
          label={t('users.origin')}
          value={filters.origin}
          choices={ORIGINS.map((value) => ({ value, label: t(`users.origins.${value}`) }))}
          onChoose={(origin) => filterBy({ origin })}
        />
        <ChoiceField
          label={t('users.names')}
          value={names}
          choices={NAMES.map((value) => ({ value, label: t('users.namesAlike') }))}
          onChoose={(chosen) => filterBy({ names: chosen })}
        />
      </FilterBar>
      <ListView
        list={list}
        label={t('groups.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingFound text={t('groups.empty')} onClear={() => void navigate({ search: {} })} />
          ) : (
            <EmptyState icon={IconUsersGroup} title={t('groups.none')} text={t('groups.lead')}>
              <NewButton onCreate={() => setCreating(true)} />
            </EmptyState>
          )
        }
      />
      {isCreating && <NameGroup onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** The main action of the screen: above the groups, or in the middle of the empty list. */
function NewButton({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
      {t('groups.new')}
    </Button>
  );
}
