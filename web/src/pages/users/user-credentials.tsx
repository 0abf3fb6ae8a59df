import { Anchor, Badge, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { userCredentialsQuery } from '../../api/users.ts';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';

/** What acts as somebody, and stops when they are deactivated. */
export function UserCredentials({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const query = useQuery(userCredentialsQuery(userId));
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <Section
      title={t('users.credentials')}
      actions={
        <Anchor component={Link} to="/settings/credentials">
          {t('navigation.credentials')}
        </Anchor>
      }
    >
      <QueryState query={query} />
      {data && items.length === 0 && <Text>{t('users.noCredentials')}</Text>}
      <List>
        {items.map(({ id, name, state, lastUsedAt }) => (
          <List.Item key={id}>
            <Group gap="xs">
              {name}
              {state !== 'active' && <Badge>{t(`credentials.state.${state}`)}</Badge>}
              <Text span size="sm" c="dimmed">
                {`${t('credentials.lastUsed')}: `}
                {lastUsedAt === undefined ? t('credentials.never') : <Time at={lastUsedAt} />}
              </Text>
            </Group>
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
