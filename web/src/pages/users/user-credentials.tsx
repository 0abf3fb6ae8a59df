import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { userCredentialsQuery } from '../../api/users.ts';
import { ItemList } from '../../components/item-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useTranslation } from '../../texts.ts';
import { CredentialState } from '../credentials/credential-state.tsx';

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
        items={items.map((credential) => ({
          id: credential.id,
          title: credential.name,
          state: <CredentialState credential={credential} />,
          facts: (
            <>
              {`${t('credentials.lastUsed')}: `}
              {credential.lastUsedAt === undefined ? (
                t('credentials.never')
              ) : (
                <Time at={credential.lastUsedAt} />
              )}
            </>
          ),
        }))}
      />
    </Section>
  );
}
