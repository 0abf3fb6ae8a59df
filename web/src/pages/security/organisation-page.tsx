import { useSuspenseQuery } from '@tanstack/react-query';
import { accountQuery } from '#web/api/account.ts';
import { Detail } from '#web/components/detail.tsx';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { HolidaysSection } from './holidays-section.tsx';
import { MailSection } from './mail-section.tsx';
import { OrganisationSection } from './organisation-section.tsx';
import { PublicLinksSection } from './public-links-section.tsx';
import { StatusSection } from './status-section.tsx';
import { StorageSection } from './storage-section.tsx';

/** What concerns the organisation as a whole: its name and time zone, its free days, its links, what it stores. */
export function OrganisationPage() {
  const { t } = useTranslation();
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page title={t('security.organisationTitle')} lead={t('security.organisationLead')}>
      <Detail
        aside={
          <>
            <StatusSection />
            <StorageSection usage={account.usage} />
            {account.mailOffered && <MailSection />}
          </>
        }
      >
        <OrganisationSection account={account} />
        <HolidaysSection />
        <PublicLinksSection account={account} />
      </Detail>
    </Page>
  );
}
