import { Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useSession } from '#web/api/session.ts';
import { dateTimeText } from '#web/components/calendar-formats.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Banner } from './banner.tsx';

/** Shown above every screen until the person has set up the second factor that the organisation will require. */
export function SecondFactorBanner({ from }: { readonly from: string }) {
  const { t, i18n } = useTranslation();
  const { account } = useSession();
  const day = dateTimeText(new Date(from), i18n.locale, account.timeZone);
  return (
    <Banner tone="amber" icon={IconShieldLock} to="/profile" link={t('secondFactor.bannerLink')}>
      <Text fw={550} inherit>
        {t('secondFactor.bannerTitle')}
      </Text>
      <Text inherit>{t('secondFactor.banner', { account: account.name, day })}</Text>
    </Banner>
  );
}
