import { Button, Group } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormerUserItem } from '#administration/app-types.ts';
import { FORMER_USERS } from '#web/api/users.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { EraseDialog, NamesMeaning } from './erase-person.tsx';

const route = getRouteApi('/signed-in/settings/users/deleted');

/** The deleted users. Their actions keep their names until their data is erased, which is done here. */
export function DeletedUsersPage() {
  const { t } = useTranslation();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList<FormerUserItem>(FORMER_USERS, { q });
  const [erased, setErased] = useState<FormerUserItem>();
  const columns = useDeletedUserColumns(setErased);
  const searchFor = (text: string) =>
    void navigate({ search: { q: text || undefined }, replace: true });
  return (
    <Page
      title={t('users.deletedTitle')}
      back={{ to: '/settings/users', label: t('users.title') }}
      lead={t('users.deletedLead')}
    >
      <FilterBar
        label={t('users.filter')}
        search={
          <SearchField label={t('users.searchDeleted')} value={q ?? ''} onSearch={searchFor} />
        }
      />
      <ListView
        list={list}
        label={t('users.deletedTitle')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          q === undefined ? (
            <EmptyState icon={IconUserOff} title={t('users.noneDeleted')} />
          ) : (
            <NothingFound text={t('users.empty')} onClear={() => searchFor('')} />
          )
        }
      />
      {erased && (
        <EraseDialog
          id={erased.id}
          name={nameOf(erased)}
          meaning={<NamesMeaning />}
          verb={t('common.close')}
          onGone={() => setErased(undefined)}
          onCancel={() => setErased(undefined)}
        />
      )}
    </Page>
  );
}

function useDeletedUserColumns(
  onErase: (person: FormerUserItem) => void,
): readonly Column<FormerUserItem>[] {
  const { t } = useTranslation();
  return [
    { id: 'name', header: t('users.name'), cell: nameOf },
    {
      id: 'userName',
      header: t('users.userName'),
      // Empty where the user has no other name, because the first column shows the user name then.
      cell: (person) => person.userName !== nameOf(person) && person.userName,
    },
    {
      id: 'deleted',
      header: t('users.deletedAt'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ deletedAt }) => <Time at={deletedAt} />,
    },
    {
      id: 'actions',
      header: t('users.actions'),
      width: '18rem',
      cell: (person) => (
        <Group gap="md" wrap="nowrap">
          <LinkAnchor to="/settings/audit" search={{ userId: person.id }} inherit>
            {t('users.inAudit')}
          </LinkAnchor>
          <Button
            variant="default"
            size="xs"
            aria-label={t('users.eraseOf', { name: nameOf(person) })}
            onClick={() => onErase(person)}
          >
            {t('users.erase')}
          </Button>
        </Group>
      ),
    },
  ];
}

const nameOf = ({ displayName, userName }: FormerUserItem): string => displayName ?? userName;
