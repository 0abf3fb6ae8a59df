import { Text } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { CREDENTIALS } from '../../api/credentials.ts';
import { ItemList } from '../../components/item-list.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { MoreButton } from '../../lists/more-button.tsx';
import { useList } from '../../lists/use-list.ts';
import { useTranslation } from '../../texts.ts';
import { CredentialState } from '../credentials/credential-state.tsx';

/** The credentials that act as a user; they stop working when the user is deactivated. */
export function UserCredentials({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const list = useList<Credential>(CREDENTIALS, { actsAs: userId });
  const { first, items } = list;
  return (
    <Section
      title={t('users.credentials')}
      actions={<LinkAnchor to="/settings/credentials">{t('users.manageCredentials')}</LinkAnchor>}
    >
      {first === undefined && list.isLoading && <Loading />}
      {first && items.length === 0 && <Text c="dimmed">{t('users.noCredentials')}</Text>}
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
      <MoreButton list={list} />
    </Section>
  );
}
