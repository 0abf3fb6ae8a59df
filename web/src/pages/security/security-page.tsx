import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/api/account.ts';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { BasicSection } from './basic-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionSection } from './session-section.tsx';
import { SsoSection } from './sso-section.tsx';

/** The settings for authentication, of users and of programs, each in a section. */
export function SecurityPage() {
  const { t } = useTranslation();
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page title={t('security.title')} lead={t('security.lead')}>
      <PasswordSection account={account} />
      <SecondFactorSection secondFactor={account.secondFactor} />
      <SsoSection account={account} />
      <BasicSection account={account} />
      <SessionSection sessions={account.sessions} />
    </Page>
  );
}
