import { Alert, Anchor, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';

/** Over every page, until somebody has set up the second factor that their organisation asks for. */
export function SecondFactorBanner({ from }: { readonly from: string }) {
  const { t, i18n } = useTranslation();
  const { account } = useSession();
  const day = new Date(from).toLocaleString(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return (
    <Alert role="status" variant="outline" color="orange" icon={<IconShieldLock />} mb="md">
      <Text fw={600}>{t('secondFactor.bannerTitle')}</Text>
      <Text>{t('secondFactor.banner', { account: account.name, day })}</Text>
      <Anchor component={Link} to="/profile">
        {t('secondFactor.bannerLink')}
      </Anchor>
    </Alert>
  );
}
