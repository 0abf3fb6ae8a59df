import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { GroupItem } from '#administration/app-types.ts';
import type { Column } from '../../lists/data-table.tsx';
import { Origin } from '../users/user-columns.tsx';

/** The server counts so far. */
const MAX_COUNTED = 1000;

export function useGroupColumns(): readonly Column<GroupItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('groups.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, displayName }) => (
        <Anchor component={Link} to={`/settings/groups/${id}`} fw={500}>
          {displayName}
        </Anchor>
      ),
    },
    {
      id: 'members',
      header: t('groups.members'),
      cell: ({ memberCount }) =>
        memberCount < MAX_COUNTED ? memberCount : t('groups.many', { count: MAX_COUNTED }),
    },
    { id: 'origin', header: t('users.origin'), cell: ({ origin }) => <Origin origin={origin} /> },
  ];
}
