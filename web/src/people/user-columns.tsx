// Several pages show users and groups. Their state and source look the same everywhere because they come from here.
import { Anchor, Group } from '@mantine/core';
import { IconBan, IconCircleCheck, IconCircleOff, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ListedUser } from '#administration/app-types.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import type { Column } from '#web/lists/column.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** @param show how user names are shown */
export function useUserColumns(
  show: (name: string) => string = String,
): readonly Column<ListedUser>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('users.name'),
      width: 'minmax(0, 1fr)',
      cell: ({ id, displayName, userName }) => (
        <Anchor component={Link} to={`/settings/users/${id}`} fw={550} inherit>
          {displayName ?? show(userName)}
        </Anchor>
      ),
    },
    {
      id: 'userName',
      header: t('users.userName'),
      width: 'minmax(0, 1.7fr)',
      cell: ({ displayName, userName, email }) => {
        const name = displayName ?? userName;
        const others = [...new Set([userName, email])];
        const told = others.filter((each) => each !== undefined);
        return told
          .filter((each) => each !== name)
          .map((each) => show(each))
          .join(' · ');
      },
    },
    {
      id: 'state',
      header: t('users.state'),
      width: '7rem',
      phone: 'corner',
      cell: (user) => <UserState user={user} />,
    },
    {
      id: 'role',
      header: t('users.role'),
      width: '6rem',
      cell: ({ role }) => t(`users.roles.${role}`),
    },
    {
      id: 'origin',
      header: t('users.origin'),
      width: '9rem',
      phone: 'hidden',
      cell: ({ origin }) => <Origin origin={origin} />,
    },
    {
      id: 'lastSignIn',
      header: t('users.lastSignIn'),
      width: '8rem',
      phone: 'labelled',
      cell: ({ lastSignInAt }) =>
        lastSignInAt === undefined ? t('users.never') : <Time at={lastSignInAt} />,
    },
  ];
}

/** Shows whether a user can sign in, and if not, whether an admin has blocked them. */
export function UserState({ user }: { readonly user: Pick<ListedUser, 'active' | 'blocked'> }) {
  const { t } = useTranslation();
  if (user.active) {
    return (
      <StateBadge tone="green" icon={IconCircleCheck}>
        {t('users.states.active')}
      </StateBadge>
    );
  }
  return user.blocked ? (
    <StateBadge tone="red" icon={IconBan}>
      {t('users.states.blocked')}
    </StateBadge>
  ) : (
    <StateBadge tone="grey" icon={IconCircleOff}>
      {t('users.states.inactive')}
    </StateBadge>
  );
}

/** Shows the source of a user or group, with a lock for the identity provider. */
export function Origin({ origin }: Pick<ListedUser, 'origin'>) {
  const { t } = useTranslation();
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" style={{ verticalAlign: 'bottom' }}>
      {origin === 'provisioned' && <IconLock size={16} aria-hidden />}
      {t(`users.origins.${origin}`)}
    </Group>
  );
}
