import { Anchor, Badge, Group, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserItem } from '#administration/app-types.ts';
import { Time } from '../../components/time.tsx';
import type { Column } from '../../lists/data-table.tsx';

export function useUserColumns(): readonly Column<UserItem>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('users.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, displayName, userName, email }) => (
        <>
          <Anchor component={Link} to={`/settings/users/${id}`} fw={500}>
            {displayName ?? userName}
          </Anchor>
          <Text size="xs" c="dimmed">
            {[displayName === undefined ? undefined : userName, email]
              .filter((each) => each !== undefined)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'state',
      header: t('users.state'),
      cell: ({ active, blocked }) =>
        active ? (
          t('users.states.active')
        ) : (
          <Badge>{t(`users.states.${blocked ? 'blocked' : 'inactive'}`)}</Badge>
        ),
    },
    { id: 'role', header: t('users.role'), cell: ({ role }) => t(`users.roles.${role}`) },
    {
      id: 'origin',
      header: t('users.origin'),
      cell: ({ origin }) => <Origin origin={origin} />,
    },
    {
      id: 'lastSignIn',
      header: t('users.lastSignIn'),
      cell: ({ lastSignInAt }) =>
        lastSignInAt === undefined ? t('users.never') : <Time at={lastSignInAt} />,
    },
  ];
}

/** Where a user or group comes from; a lock where that is the identity provider. */
export function Origin({ origin }: Pick<UserItem, 'origin'>) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {origin === 'provisioned' && <IconLock size={16} aria-hidden />}
      {t(`users.origins.${origin}`)}
    </Group>
  );
}
