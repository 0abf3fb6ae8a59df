import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupItem } from '#administration/app-types.ts';
import { GROUPS } from '../../api/groups.ts';
import { Page } from '../../components/page.tsx';
import { ChoiceField } from '../../lists/choice-field.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { ORIGINS } from '../users/user-filters.ts';
import { useGroupColumns } from './group-columns.tsx';
import type { GroupFilters } from './group-filters.ts';
import { NameGroup } from './name-group.tsx';

const route = getRouteApi('/signed-in/settings/groups');

export function GroupsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const list = useList<GroupItem>(GROUPS, { ...filters });
  const columns = useGroupColumns();
  const filterBy = (change: GroupFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title={t('groups.title')}
      lead={t('groups.lead')}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          {t('groups.new')}
        </Button>
      }
    >
      <Group role="search" aria-label={t('groups.filter')}>
        <SearchField
          label={t('groups.search')}
          value={filters.q ?? ''}
          onSearch={(q) => filterBy({ q: q || undefined })}
        />
        <ChoiceField
          label={t('users.origin')}
          value={filters.origin}
          choices={ORIGINS.map((value) => ({ value, label: t(`users.origins.${value}`) }))}
          onChoose={(origin) => filterBy({ origin })}
        />
      </Group>
      <ListView
        list={list}
        label={t('groups.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={<Text>{t('groups.empty')}</Text>}
      />
      {isCreating && <NameGroup onClose={() => setCreating(false)} />}
    </Page>
  );
}
