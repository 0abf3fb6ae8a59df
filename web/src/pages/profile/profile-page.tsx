import { Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../api/me.ts';
import { signInAddress } from '../../api/organisation.ts';
import { useSession } from '../../api/session.ts';
import { Copyable } from '../../components/copyable.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Labelled } from '../../components/labelled.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { AppSection } from '../second-factor/app-section.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnLanguage } from './own-language.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Passkeys } from './passkeys.tsx';

/** What is one's own: data to look at, the password, where one is signed in. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { data: user } = useSuspenseQuery(profileQuery);
  const { account, user: me } = useSession();
  const groups = user.groups.map(({ displayName }) => displayName).join(', ');
  return (
    <Page title={t('profile.title')} lead={t('profile.lead')}>
      <Section title={t('profile.you')}>
        <FactList
          facts={[
            { name: t('users.userName'), value: user.userName },
            { name: t('users.displayName'), value: user.displayName ?? t('users.none') },
            { name: t('users.email'), value: user.email ?? t('users.none') },
            { name: t('users.role'), value: t(`users.roles.${user.role}`) },
            { name: t('profile.groups'), value: groups || t('users.noGroups') },
            { name: t('profile.organisation'), value: `${account.name} (${account.code})` },
          ]}
        />
        <Text size="sm" c="dimmed">
          {t(user.locked.length > 0 ? 'profile.fromProvider' : 'profile.fromAdmin')}
        </Text>
        <OwnLanguage user={user} />
        <Labelled label={t('profile.signInAddress')}>
          <Copyable name={t('profile.signInAddress')} text={signInAddress(account.code)} />
        </Labelled>
      </Section>
      {me.ssoOnly ? (
        <Section title={t('profile.password')}>
          <Text>{t('profile.ssoOnly')}</Text>
        </Section>
      ) : (
        <>
          <ChangePassword />
          <AppSection />
          <Passkeys />
        </>
      )}
      <OwnSessions />
    </Page>
  );
}
