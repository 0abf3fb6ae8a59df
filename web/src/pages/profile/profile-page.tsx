// People change their own sign-in here, and never that of others, which is on the pages of admins.
import { Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { profileQuery } from '#web/api/me.ts';
import { signInAddress } from '#web/api/organisation.ts';
import { useSession } from '#web/api/session.ts';
import { Copyable } from '#web/components/copyable.tsx';
import { Detail } from '#web/components/detail.tsx';
import { FactList } from '#web/components/fact-list.tsx';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { AppSection } from '#web/identity/app-section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ChangePassword } from './change-password.tsx';
import { OwnCalendar } from './own-calendar.tsx';
import { OwnLanguage } from './own-language.tsx';
import { OwnNotices } from './own-notices.tsx';
import { OwnPush } from './own-push.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { Passkeys } from './passkeys.tsx';

/** The signed-in user's own password, second factors and sessions, with what is known about them. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { data: user } = useSuspenseQuery(profileQuery);
  const { account, user: me } = useSession();
  const { displayName, email, groups } = user;
  const facts = [
    { name: t('users.userName'), value: user.userName },
    // Omitted where it equals the user name, which is shown already.
    ...(displayName === undefined || displayName === user.userName
      ? []
      : [{ name: t('users.displayName'), value: displayName }]),
    ...(email === undefined || email === user.userName
      ? []
      : [{ name: t('users.email'), value: email }]),
    { name: t('users.role'), value: t(`users.roles.${user.role}`) },
    {
      name: t('profile.groups'),
      value: groups.map((group) => group.displayName).join(', ') || t('users.noGroups'),
    },
    { name: t('profile.organisation'), value: `${account.name} (${account.code})` },
    {
      name: t('profile.signInAddress'),
      value: <Copyable name={t('profile.signInAddress')} text={signInAddress(account.code)} />,
    },
  ];
  return (
    <Page title={t('profile.title')}>
      <Detail
        aside={
          <>
            <Title order={2} size="h4">
              {t('profile.you')}
            </Title>
            <FactList facts={facts} />
            <Text size="xs" c="dimmed">
              {t(user.locked.length > 0 ? 'profile.fromProvider' : 'profile.fromAdmin')}
            </Text>
            <OwnLanguage user={user} />
          </>
        }
      >
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
        <OwnNotices />
        <OwnCalendar />
        <OwnPush />
        <OwnSessions />
      </Detail>
    </Page>
  );
}
