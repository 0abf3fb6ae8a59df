import { Text } from '@mantine/core';
import type { Credential } from '#administration/app-types.ts';
import { CREDENTIALS } from '#web/api/credentials.ts';
import { ItemList } from '#web/components/item-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { Time } from '#web/components/time.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { CredentialState } from '#web/people/credential-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

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
