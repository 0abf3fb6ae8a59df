import { Button, Group, Menu } from '@mantine/core';
import { IconPlus, IconUserX } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedUser } from '#administration/app-types.ts';
import { USERS } from '#web/api/users.ts';
import { Page } from '#web/components/page.tsx';
import { PageMenu } from '#web/components/page-menu.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { shownName } from '#web/lists/shown-name.ts';
import { useList } from '#web/lists/use-list.ts';
import { useUserColumns } from '#web/people/user-columns.tsx';
import { NAMES, ORIGINS, ROLES, STATES, type UserFilters } from '#web/people/user-filters.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { CreateUser } from './create-user.tsx';

const route = getRouteApi('/signed-in/settings/users');

/** Returns how many filters are set, the search left out. */
const countFilters = ({ q: _, ...filters }: UserFilters): number =>
  Object.values(filters).filter((each) => each !== undefined).length;

/** The users of the organisation. The filters are in the URL. */
export function UsersPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const [isCreating, setCreating] = useState(false);
  const { state, names, ...rest } = filters;
  const list = useList<ListedUser>(USERS, {
    ...rest,
    active: state === undefined ? undefined : state === 'active',
    namesakes: names && true,
  });
  const columns = useUserColumns(names && shownName);
  const filterBy = (change: UserFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title={t('users.title')}
      actions={
        <Group gap="xs">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('users.new')}
          </Button>
          <PageMenu>
            <Menu.Item
              component={Link}
              to="/settings/users/deleted"
              leftSection={<IconUserX size={16} />}
            >
              {t('users.deletedTitle')}
            </Menu.Item>
          </PageMenu>
        </Group>
      }
    >
      <FilterBar
        label={t('users.filter')}
        count={countFilters(filters)}
        search={
          <SearchField
            label={t('users.search')}
            value={filters.q ?? ''}
            onSearch={(q) => filterBy({ q: q || undefined })}
          />
        }
      >
        <ChoiceField
          label={t('users.state')}
          value={state}
          choices={STATES.map((value) => ({ value, label: t(`users.states.${value}`) }))}
          onChoose={(value) => filterBy({ state: value })}
        />
        <ChoiceField
          label={t('users.origin')}
          value={filters.origin}
          choices={ORIGINS.map((value) => ({ value, label: t(`users.origins.${value}`) }))}
          onChoose={(origin) => filterBy({ origin })}
        />
        <ChoiceField
          label={t('users.role')}
          value={filters.role}
          choices={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
          onChoose={(role) => filterBy({ role })}
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
        label={t('users.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <NothingFound text={t('users.empty')} onClear={() => void navigate({ search: {} })} />
        }
      />
      {isCreating && <CreateUser onClose={() => setCreating(false)} />}
    </Page>
  );
}
