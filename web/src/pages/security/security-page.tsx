import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/api/account.ts';
import { Detail } from '#web/components/detail.tsx';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { BasicSection } from './basic-section.tsx';
import { HolidaysSection } from './holidays-section.tsx';
import { MailSection } from './mail-section.tsx';
import { OrganisationSection } from './organisation-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PublicLinksSection } from './public-links-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionSection } from './session-section.tsx';
import { SsoSection } from './sso-section.tsx';
import { StatusSection } from './status-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** The settings for authentication, of users and of programs, each in a section. */
export function SecurityPage() {
  const { t } = useTranslation();
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page title={t('security.title')} lead={t('security.lead')}>
      <Detail
        aside={
          <>
            <StorageSection usage={account.usage} />
            {account.mailOffered && <MailSection />}
            <StatusSection />
          </>
        }
      >
        <OrganisationSection account={account} />
        <HolidaysSection />
        <PasswordSection account={account} />
        <SecondFactorSection secondFactor={account.secondFactor} />
        <SsoSection account={account} />
        <PublicLinksSection account={account} />
        <BasicSection account={account} />
        <SessionSection sessions={account.sessions} />
      </Detail>
    </Page>
  );
}
