import { Text } from '@mantine/core';
import { IconBan, IconCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { userCredentialsQuery } from '../../api/users.ts';
import { ItemList } from '../../components/item-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Time } from '../../components/time.tsx';

/** The credentials that act as a user; they stop working when the user is deactivated. */
export function UserCredentials({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(userCredentialsQuery(userId));
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <Section
      title={t('users.credentials')}
      actions={<LinkAnchor to="/settings/credentials">{t('users.manageCredentials')}</LinkAnchor>}
    >
      <QueryState query={query} />
      {data && items.length === 0 && <Text c="dimmed">{t('users.noCredentials')}</Text>}
      <ItemList
        items={items.map(({ id, name, state, lastUsedAt }) => ({
          id,
          title: name,
          // Only a credential that does not work has a badge, because most do.
          state: state !== 'active' && <NotInForce state={state} />,
          facts: (
            <>
              {`${t('credentials.lastUsed')}: `}
              {lastUsedAt === undefined ? t('credentials.never') : <Time at={lastUsedAt} />}
            </>
          ),
        }))}
      />
    </Section>
  );
}

const STATES = {
  suspended: { tone: 'red', icon: IconBan },
  revoked: { tone: 'grey', icon: IconCircleOff },
} as const;

function NotInForce({ state }: { readonly state: keyof typeof STATES }) {
  const { t } = useTranslation();
  return <StateBadge {...STATES[state]}>{t(`credentials.state.${state}`)}</StateBadge>;
}
