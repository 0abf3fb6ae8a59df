import { Button, Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormerUserItem } from '#administration/app-types.ts';
import { FORMER_USERS } from '../../api/users.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import { SearchField } from '../../lists/search-field.tsx';
import { useList } from '../../lists/use-list.ts';
import { EraseDialog, NamesMeaning } from './erase-person.tsx';

const route = getRouteApi('/signed-in/settings/users/deleted');

/** Who was deleted: what they did names them until they are erased, which is done here. */
export function DeletedUsersPage() {
  const { t } = useTranslation();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList<FormerUserItem>(FORMER_USERS, { q });
  const [erased, setErased] = useState<FormerUserItem>();
  const columns: readonly Column<FormerUserItem>[] = [
    {
      id: 'name',
      header: t('users.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ displayName, userName }) => (
        <>
          <Text fw={500}>{displayName ?? userName}</Text>
          {displayName !== undefined && displayName !== userName && (
            <Text size="xs" c="dimmed">
              {userName}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'deleted',
      header: t('users.deletedAt'),
      cell: ({ deletedAt }) => <Time at={deletedAt} />,
    },
    {
      id: 'actions',
      header: t('users.actions'),
      width: '25rem',
      cell: (person) => (
        <Group gap="md">
          <LinkAnchor to="/settings/audit" search={{ userId: person.id }}>
            {t('users.inAudit')}
          </LinkAnchor>
          <Button
            variant="default"
            size="xs"
            aria-label={t('users.eraseOf', { name: nameOf(person) })}
            onClick={() => setErased(person)}
          >
            {t('users.erase')}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <Page title={t('users.deletedTitle')} lead={t('users.deletedLead')}>
      <Group role="search" aria-label={t('users.filter')}>
        <SearchField
          label={t('users.searchDeleted')}
          value={q ?? ''}
          onSearch={(text) => void navigate({ search: { q: text || undefined }, replace: true })}
        />
      </Group>
      <ListView
        list={list}
        label={t('users.deletedTitle')}
        columns={columns}
        idOf={({ id }) => id}
        empty={<Text>{t(q === undefined ? 'users.noneDeleted' : 'users.empty')}</Text>}
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

const nameOf = ({ displayName, userName }: FormerUserItem): string => displayName ?? userName;
