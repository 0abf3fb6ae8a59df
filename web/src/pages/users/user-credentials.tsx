import { Text } from '@mantine/core';
import { IconBan, IconCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { userCredentialsQuery } from '../../api/users.ts';
import { ItemList } from '../../components/item-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useTranslation } from '../../texts.ts';

/** What acts as somebody, and stops when they are deactivated. */
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
          // A credential that works needs no badge: most do.
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
